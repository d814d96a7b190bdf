//! A configuration file in the manual's own form.

use std::path::Path;

use crate::folder::Folder;

/// The games of the manual with one dictionary for all, as chapter 5 writes them.
pub(crate) fn configuration(dictionary: &Path) -> String {
    const TEXT: &str = r#"{
"Grids" : {
    "4x4" : {
        "Tiles" : [ [1,1], [2,1], [3,1], [4,1],
                    [1,2], [2,2], [3,2], [4,2],
                    [1,3], [2,3], [3,3], [4,3],
                    [1,4], [2,4], [3,4], [4,4] ],
        "Adjacency" : "Diagonal"
    },
    "5x5" : {
        "Tiles" : [ [1,1], [2,1], [3,1], [4,1], [5,1],
                    [1,2], [2,2], [3,2], [4,2], [5,2],
                    [1,3], [2,3], [3,3], [4,3], [5,3],
                    [1,4], [2,4], [3,4], [4,4], [5,4],
                    [1,5], [2,5], [3,5], [4,5], [5,5] ],
        "Adjacency" : "Diagonal"
    },
    "3x3" : {
        "Tiles" : [ [3,3], [2,3], [1,3], [3,2], [2,2], [1,2], [3,1], [2,1], [1,1] ],
        "Adjacency" : "Diagonal"
    },
    "8 Letters" : {
        "Tiles" : [ [1,1], [2,1], [3,1], [4,1], [5,1], [6,1], [7,1], [8,1] ],
        "Adjacency" : "Full"
    }
},
"ScoringRules" : {
    "Boggle" : {
        "LengthBonuses" : {
             "1" : 0, "2" : 0, "3" : 1, "4" : 1, "5" : 2, "6" : 3, "7" : 5, "8" : 11,
             "9" : 11, "10" : 11, "11" : 11, "12" : 11, "13" : 11, "14" : 11, "15" : 11,
             "16" : 11, "17" : 11, "18" : 11, "19" : 11, "20" : 11
        },
        "QIsQu" : true,
        "ShortWordLength" : 0,
        "ShortWordPoints" : 0,
        "ShortWordMultiplier" : false,
        "MinWordLength" : 3,
        "QuLength": 2
    },
    "Big Boggle" : {
        "LengthBonuses" : { "4" : 1, "5" : 2, "6" : 3, "7" : 5, "8" : 11, "9" : 11, "10" : 11 },
        "QIsQu" : true,
        "MinWordLength" : 4,
        "QuLength": 2
    },
    "Scramble" : {
        "LetterValues" : {
             "A" : 1, "B" : 4, "C" : 4, "D" : 2, "E" : 1, "F" : 4, "G" : 3, "H" : 3,
             "I" : 1, "J" : 10, "K" : 5, "L" : 2, "M" : 4, "N" : 2, "O" : 1, "P" : 4,
             "Q" : 10, "R" : 1, "S" : 1, "T" : 1, "U" : 2, "V" : 5, "W" : 4, "X" : 8,
             "Y" : 3, "Z" : 10
        },
        "LengthBonuses" : {
             "1" : 0, "2" : 0, "3" : 0, "4" : 0, "5" : 3, "6" : 6, "7" : 10, "8" : 15,
             "9" : 20, "10" : 25, "11" : 25, "12" : 25, "13" : 25, "14" : 25, "15" : 25,
             "16" : 25, "17" : 25, "18" : 25, "19" : 25, "20" : 25
        },
        "QIsQu" : true,
        "ShortWordLength" : 2,
        "ShortWordPoints" : 1,
        "ShortWordMultiplier" : true,
        "MinWordLength" : 2,
        "QuLength" : 1
    },
    "Chapter 4.2" : {
        "LetterValues" : { "C" : 4, "H" : 4, "A" : 1, "T" : 1 }
    }
},
"Dictionaries" : {
    "Words" : "DICTIONARY"
},
"LetterDistributions" : {
   "Boggle (New)" : {
        "GenerationMethod" : "Dice",
        "DiceLetters" : "AAEEGN, ELRTTY, AOOTTW, ABBJOO, EHRTVW, CIMOTU, DISTTY, EIOSST, DELRVY, ACHOPS, HIMNQU, EEINSU, EEGHNW, AFFKPS, HLNNRZ, DEILRX",
        "ShuffleDice" : true
   }
},
"GameRules" : {
    "Boggle (New)" : {
        "GridDesign" : "4x4",
        "ScoringRules" : "Boggle",
        "LetterDistribution" : "Boggle (New)",
        "Dictionary" : "Words"
    },
    "Big Boggle (1979)" : {
        "GridDesign" : "5x5",
        "ScoringRules" : "Big Boggle",
        "Dictionary" : "Words"
    },
    "Scramble" : {
        "GridDesign" : "4x4",
        "ScoringRules" : "Scramble",
        "Dictionary" : "Words"
    },
    "Small" : {
        "GridDesign" : "3x3",
        "ScoringRules" : "Boggle",
        "Dictionary" : "Words"
    },
    "Chapter 4.2" : {
        "GridDesign" : "8 Letters",
        "ScoringRules" : "Chapter 4.2",
        "Dictionary" : "Words"
    }
},
"Preferences" : {
}
}
"#;
    let path = dictionary.display().to_string().replace('\\', "\\\\");
    TEXT.replace("DICTIONARY", &path)
}

impl Folder {
    /// A folder with `wgs.json` in the manual's form, which uses the dictionary at `path`.
    pub(crate) fn with_manual(dictionary: &Path) -> Self {
        let folder = Self::new();
        folder.write("wgs.json", configuration(dictionary));
        folder
    }

    /// A folder with `wgs.json` in the manual's form, which uses these words.
    pub(crate) fn with_manual_words(words: &str) -> Self {
        let folder = Self::with_words(words);
        let list = folder.path("words.txt");
        folder.write("wgs.json", configuration(&list));
        folder
    }
}

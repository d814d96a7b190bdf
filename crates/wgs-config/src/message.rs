//! The messages about a configuration file: what is wrong in it, and what was expected and found.

use wgs_engine::message::Message;
use wgs_engine::messages;

messages! {
    // The text as JSON.
    pub(crate) fn empty_file() => "json.empty": "the file is empty; expected an object";
    pub(crate) fn comments() => "json.comments":
        "comments are not standard JSON, so other programs may reject the file";
    pub(crate) fn trailing_comma() => "json.trailing-comma":
        "a comma after the last item is not standard JSON, so other programs may reject the file";
    pub(crate) fn line_break() => "json.line-break":
        "a line break or tab inside a string is not standard JSON, so other programs may reject the file";
    pub(crate) fn open_object() => "json.open-object":
        "this object is not closed; expected } after its last item";
    pub(crate) fn open_array() => "json.open-array":
        "this array is not closed; expected ] after its last item";
    pub(crate) fn open_comment() => "json.open-comment": "this comment is not closed; expected */";
    pub(crate) fn no_colon() => "json.no-colon": "expected a colon after the key";
    pub(crate) fn no_value() => "json.no-value": "expected a value after the colon";
    pub(crate) fn no_key() => "json.no-key": "expected a key in double quotes";
    pub(crate) fn no_comma() => "json.no-comma": "expected a comma before the next item";
    pub(crate) fn second_value() => "json.second-value":
        "expected nothing after the end of the first value";
    pub(crate) fn not_a_value() => "json.not-a-value":
        "this is not a value; expected a string in double quotes, a number, true, false, null, an object or an array";
    pub(crate) fn no_key_or_brace() => "json.no-key-or-brace":
        "expected a key in double quotes or }";
    pub(crate) fn too_deep() => "json.too-deep": "objects and arrays are nested too deeply";
    pub(crate) fn open_string() => "json.open-string": "unterminated string literal";
    pub(crate) fn invalid_escape() => "json.invalid-escape": "invalid escape";
    pub(crate) fn invalid_escape_in_quotes() => "json.invalid-escape-in-quotes":
        "invalid escape in double quote string";
    pub(crate) fn no_hexadecimal_digits() => "json.no-hexadecimal-digits":
        "expected four hex digits";
    pub(crate) fn invalid_code_point(found) => "json.invalid-code-point":
        "invalid unicode escape sequence. '{found}' is not a valid UTF8 character";
    pub(crate) fn unexpected_token() => "json.unexpected-token": "unexpected token";
    pub(crate) fn unexpected_brace() => "json.unexpected-brace": "unexpected close brace";
    pub(crate) fn unexpected_bracket() => "json.unexpected-bracket": "unexpected close bracket";
    pub(crate) fn unexpected_colon() => "json.unexpected-colon": "unexpected colon";
    pub(crate) fn unexpected_comma() => "json.unexpected-comma": "unexpected comma";
    pub(crate) fn single_quotes() => "json.single-quotes":
        "single-quoted strings are not allowed";
    pub(crate) fn no_digit() => "json.no-digit": "expected digit";
    pub(crate) fn no_digit_after_minus() => "json.no-digit-after-minus":
        "expected digit following negative sign";
    pub(crate) fn no_exponent() => "json.no-exponent":
        "expected plus, minus, or digit in number literal";
    pub(crate) fn hexadecimal() => "json.hexadecimal": "hexadecimal numbers are not allowed";
    pub(crate) fn unary_plus() => "json.unary-plus": "unary plus on numbers is not allowed";
    pub(crate) fn decimal_point() => "json.decimal-point":
        "leading or trailing decimal points on numbers are not allowed";
    pub(crate) fn not_finite() => "json.not-finite": "infinity and NaN are not allowed";

    // Keys and names.
    pub(crate) fn placed(place, message) => "config.placed": "{place}: {message}";
    pub(crate) fn unknown_key(key, hint) => "config.unknown-key": "unknown key {key}{hint}";
    pub(crate) fn repeated_key(key, line) => "config.repeated-key":
        "the key {key} is already defined on line {line}";
    pub(crate) fn repeated_spelling(key, line) => "config.repeated-spelling":
        "{key} is already defined on line {line} in another spelling";
    pub(crate) fn other_spelling(found, name) => "config.other-spelling": "{found} is read as {name}";
    pub(crate) fn no_entry(section, entry, hint) => "config.no-entry":
        "{section} has no entry {entry}{hint}";
    pub(crate) fn both(first, second) => "config.both": "{first}, and {second}";
    pub(crate) fn no_words_entry(distribution, dictionary) => "config.no-words-entry":
        "its LetterDistribution {distribution} uses the words of {dictionary}, but Dictionaries has no such entry";
    pub(crate) fn replaces(key, other) => "config.replaces":
        "{key} replaces {other}; expected only one of them";

    // Hints after a wrong name.
    pub(crate) fn did_you_mean(names) => "hint.did-you-mean": "; did you mean {names}?";
    pub(crate) fn there_is(name) => "hint.there-is": "; there is {name}";
    pub(crate) fn there_are(names) => "hint.there-are": "; there are {names}";
    pub(crate) fn there_are_none() => "hint.there-are-none": "; there are none";
    pub(crate) fn no_dictionaries() => "hint.no-dictionaries":
        "; the configuration has no dictionaries";

    // Values of the wrong kind.
    pub(crate) fn expected(expected, found) => "config.expected":
        "expected {expected}, found {found}";
    pub(crate) fn expected_choice(expected, found, hint) => "config.expected-choice":
        "expected {expected}, found {found}{hint}";
    pub(crate) fn true_or_false() => "expected.true-or-false": "true or false";
    pub(crate) fn whole_number(least, most) => "expected.whole-number":
        "a whole number from {least} to {most}";
    pub(crate) fn at_least(least, key) => "expected.at-least":
        "at least {least}, which is {key}";
    pub(crate) fn a_number() => "expected.a-number": "a number";
    pub(crate) fn string() => "expected.string": "a string";
    pub(crate) fn entry_name(section) => "expected.entry-name":
        "the name of an entry of {section}";
    pub(crate) fn string_or_dice() => "expected.string-or-dice":
        "a string, or an array with an array of faces for each die";
    pub(crate) fn string_or_faces() => "expected.string-or-faces": "a string, or an array of faces";
    pub(crate) fn dice() => "expected.dice": "an array with an array of faces for each die";
    pub(crate) fn faces() => "expected.faces": "an array of faces";
    pub(crate) fn letter_values() => "expected.letter-values":
        "an object of letters and their values";
    pub(crate) fn length_bonuses() => "expected.length-bonuses":
        "an object of lengths and their bonuses";
    pub(crate) fn places() => "expected.places": "an array of [x, y]";
    pub(crate) fn place() => "expected.place": "[x, y]";
    pub(crate) fn size() => "expected.size": "[columns, rows]";
    pub(crate) fn lengths() => "expected.lengths": "an array of word lengths";
    pub(crate) fn positions() => "expected.positions": "an array of positions";
    pub(crate) fn position_lists() => "expected.position-lists":
        "an array with an array of positions for each position";
    pub(crate) fn single_letter() => "expected.single-letter": "a single letter";
    pub(crate) fn one_face() => "expected.one-face": "the letters of one face";
    pub(crate) fn length(most) => "expected.length":
        "a length from 1 to {most}, such as \"8\" or \"8+\"";
    pub(crate) fn system_dictionary(scheme, codes) => "expected.system-dictionary":
        "{scheme} and one of {codes}";
    pub(crate) fn position_list() => "expected.position-list":
        "positions from 1, separated by commas";
    pub(crate) fn word_count() => "expected.word-count": "the number of words";
    pub(crate) fn hash_digits() => "expected.hash": "16 hexadecimal digits";
    pub(crate) fn numbered(specifiers) => "expected.numbered":
        "{specifiers}, where n is a number or nothing";
    pub(crate) fn object() => "value.object": "an object";
    pub(crate) fn array_of_one() => "value.array-of-one": "an array of 1 item";
    pub(crate) fn array(items) => "value.array": "an array of {items} items";
    pub(crate) fn none() => "value.none": "none";
    pub(crate) fn the_file() => "value.the-file": "the file";

    // Grids.
    pub(crate) fn too_many_cells(cells, most) => "config.too-many-cells":
        "with this grid, all grids together have {cells} cells, but at most {most} are allowed";
    pub(crate) fn large_grid(most, columns, rows, cells) => "config.large-grid":
        "a grid has at most {most} cells, but {columns} by {rows} is {cells}";
    pub(crate) fn no_tiles() => "config.no-tiles":
        "the grid has no cells; expected Tiles or Size";
    pub(crate) fn no_cells() => "config.no-cells":
        "the grid has no cells; expected at least one";
    pub(crate) fn repeated_tile(x, y, path) => "config.repeated-tile":
        "the tile at {x},{y} is already listed in {path}";
    pub(crate) fn read_as(size, adjacency) => "config.read-as": "read as {size} with {adjacency}";

    // Scoring rules.
    pub(crate) fn direct_letter() => "config.direct-letter": "letter values belong in LetterValues";
    pub(crate) fn repeated_letter(letter) => "config.repeated-letter":
        "the letter {letter} already has a value";
    pub(crate) fn second_open_length(length) => "config.second-open-length":
        "{length} is already open-ended; expected only one such length";
    pub(crate) fn required_position(position, cells) => "config.required-position":
        "the rules require position {position}, but the game's grid has {cells} cells";

    // Dictionaries.
    pub(crate) fn no_path() => "config.no-path":
        "Path is missing; expected the path of a word list";
    pub(crate) fn empty_path() => "config.empty-path":
        "the path is empty; expected the path of a word list";
    pub(crate) fn not_embedded(found, name) => "config.not-embedded":
        "there is no embedded dictionary {found}; did you mean {name}?";

    // Letter distributions.
    pub(crate) fn no_method(methods) => "config.no-method":
        "GenerationMethod is missing; expected {methods}";
    pub(crate) fn missing_key(key, method) => "config.missing-key":
        "{key} is missing; the GenerationMethod {method} needs it";
    pub(crate) fn either(first, second) => "config.either": "{first} or {second}";
}

/// Returns that a value was expected, and nothing found.
pub(crate) fn found_none(what: Message) -> Message {
    expected(what, none())
}

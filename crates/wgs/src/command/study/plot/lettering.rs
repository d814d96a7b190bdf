//! Letters as strokes of a round pen, for plots on machines without fonts. Each letter is
//! drawn on a grid where capitals are 14 high, small letters 10, and 20 make the size.
//!
//! A letter is a list of strokes: `L x y x y …` is a line through points, and
//! `A x y rx ry from to` an arc around a middle, with angles in degrees from three o'clock
//! against the clock.

use super::drawing::Point;

/// The height of a line of text on the grid.
const SIZE: f64 = 20.0;

/// The space between letters.
const APART: f64 = 3.2;

/// The width of a space between words.
const SPACE: f64 = 2.4;

/// How large raised letters are, and how high they stand.
const RAISED: (f64, f64) = (0.62, 7.5);

/// Degrees between the points of an arc.
const ARC_STEP: f64 = 10.0;

/// Each letter with its width and strokes.
const GLYPHS: &[(char, f64, &str)] = &[
    ('a', 8.0, "A 4 5 4 5 0 360; L 8 10 8 0"),
    ('b', 8.0, "L 0 14 0 0; A 4 5 4 5 0 360"),
    ('c', 7.2, "A 4 5 4 5 48 312"),
    ('d', 8.0, "A 4 5 4 5 0 360; L 8 14 8 0"),
    ('e', 8.0, "L 0 5 8 5; A 4 5 4 5 0 315"),
    (
        'f',
        4.8,
        "A 4.8 11 3 3 90 180; L 1.8 11 1.8 0; L 0 9.6 4.6 9.6",
    ),
    ('g', 8.0, "A 4 5 4 5 0 360; L 8 10 8 0; A 4 0 4 4.2 205 360"),
    (
        'h',
        7.5,
        "L 0 14 0 0; A 3.75 6.2 3.75 3.8 0 180; L 7.5 6.2 7.5 0",
    ),
    ('i', 0.0, "L 0 10 0 0; L 0 13.7 0 13.7"),
    (
        'j',
        2.0,
        "L 2 10 2 -1; A -0.5 -1 2.5 3 270 360; L 2 13.7 2 13.7",
    ),
    ('k', 7.0, "L 0 14 0 0; L 6.6 10 0 4; L 2.4 6.2 7 0"),
    ('l', 0.0, "L 0 14 0 0"),
    (
        'm',
        12.0,
        "L 0 10 0 0; A 3 7 3 3 0 180; L 6 7 6 0; A 9 7 3 3 0 180; L 12 7 12 0",
    ),
    (
        'n',
        7.5,
        "L 0 10 0 0; A 3.75 6.2 3.75 3.8 0 180; L 7.5 6.2 7.5 0",
    ),
    ('o', 8.4, "A 4.2 5 4.2 5 0 360"),
    ('p', 8.0, "L 0 10 0 -4; A 4 5 4 5 0 360"),
    ('q', 8.0, "A 4 5 4 5 0 360; L 8 10 8 -4"),
    ('r', 4.2, "L 0 10 0 0; A 4.4 5.6 4.4 4.4 95 180"),
    (
        's',
        6.2,
        "A 3.1 7.5 2.9 2.5 35 270; A 3.1 2.5 3.1 2.5 90 -145",
    ),
    (
        't',
        4.8,
        "L 1.8 13 1.8 3; A 4.6 3 2.8 3 180 270; L 0 9.8 4.6 9.8",
    ),
    (
        'u',
        7.5,
        "L 0 10 0 3.8; A 3.75 3.8 3.75 3.8 180 360; L 7.5 10 7.5 0",
    ),
    ('v', 7.6, "L 0 10 3.8 0 7.6 10"),
    ('w', 11.6, "L 0 10 2.9 0 5.8 10 8.7 0 11.6 10"),
    ('x', 7.0, "L 0 10 7 0; L 7 10 0 0"),
    ('y', 7.6, "L 0 10 3.9 0.2; L 7.6 10 2.4 -4 0.8 -4"),
    ('z', 6.6, "L 0 10 6.6 10 0 0 6.6 0"),
    ('A', 11.0, "L 0 0 5.5 14 11 0; L 2 5 9 5"),
    (
        'B',
        8.8,
        "L 5 0 0 0 0 14 5 14; A 5 10.7 3.3 3.3 90 -90; L 0 7.4 5 7.4; A 5 3.7 3.8 3.7 90 -90",
    ),
    ('C', 10.4, "A 6 7 6 7 48 312"),
    ('D', 10.4, "L 4.4 0 0 0 0 14 4.4 14; A 4.4 7 6 7 90 -90"),
    ('E', 8.0, "L 8 14 0 14 0 0 8 0; L 0 7.2 7 7.2"),
    ('F', 7.6, "L 7.6 14 0 14 0 0; L 0 7.2 6.4 7.2"),
    ('G', 11.6, "A 6 7 6 7 48 345; L 11.8 5.4 11.8 7 7.4 7"),
    ('H', 10.0, "L 0 0 0 14; L 10 0 10 14; L 0 7.2 10 7.2"),
    ('I', 0.0, "L 0 0 0 14"),
    ('J', 6.0, "L 6 14 6 3.6; A 2.8 3.6 3.2 3.6 0 -165"),
    ('K', 9.2, "L 0 0 0 14; L 8.8 14 0 5.6; L 3 8.4 9.2 0"),
    ('L', 7.4, "L 0 14 0 0 7.4 0"),
    ('M', 12.0, "L 0 0 0 14 6 4 12 14 12 0"),
    ('N', 10.0, "L 0 0 0 14 10 0 10 14"),
    ('O', 13.0, "A 6.5 7 6.5 7 0 360"),
    (
        'P',
        8.8,
        "L 0 0 0 14 5 14; A 5 10.2 3.8 3.8 90 -90; L 5 6.4 0 6.4",
    ),
    ('Q', 13.0, "A 6.5 7 6.5 7 0 360; L 8.2 4 12.4 -0.8"),
    (
        'R',
        9.0,
        "L 0 0 0 14 5 14; A 5 10.2 3.8 3.8 90 -90; L 5 6.4 0 6.4; L 4.6 6.4 9 0",
    ),
    (
        'S',
        8.6,
        "A 4.3 10.5 3.9 3.5 35 270; A 4.3 3.5 4.3 3.5 90 -148",
    ),
    ('T', 10.0, "L 0 14 10 14; L 5 14 5 0"),
    ('U', 10.0, "L 0 14 0 5; A 5 5 5 5 180 360; L 10 5 10 14"),
    ('V', 10.6, "L 0 14 5.3 0 10.6 14"),
    ('W', 15.6, "L 0 14 3.9 0 7.8 14 11.7 0 15.6 14"),
    ('X', 9.4, "L 0 14 9.4 0; L 9.4 14 0 0"),
    ('Y', 9.6, "L 0 14 4.8 6.6 9.6 14; L 4.8 6.6 4.8 0"),
    ('Z', 9.0, "L 0 14 9 14 0 0 9 0"),
    ('0', 8.0, "A 4 7 4 7 0 360"),
    ('1', 8.0, "L 1.4 11.4 4.6 14 4.6 0"),
    ('2', 8.0, "A 4 10.1 3.8 3.9 165 -37; L 7.03 7.75 0.2 0 8 0"),
    (
        '3',
        8.0,
        "A 3.8 10.6 3.4 3.4 150 -90; A 3.8 3.6 4 3.6 90 -152",
    ),
    ('4', 8.0, "L 6 0 6 14 0 4 8 4"),
    (
        '5',
        8.0,
        "L 7.2 14 1.4 14 0.7 7.8; A 3.7 4.5 4.2 4.5 133 -150",
    ),
    ('6', 8.0, "A 4 4.4 4 4.4 0 360; L 5.8 14 0.6 6.6"),
    ('7', 8.0, "L 0.2 14 8 14 2.8 0"),
    ('8', 8.0, "A 4 10.6 3.3 3.4 0 360; A 4 3.6 4 3.6 0 360"),
    ('9', 8.0, "A 4 9.6 4 4.4 0 360; L 2.2 0 7.4 7.4"),
    ('.', 0.0, "L 0 0.2 0 0.2"),
    (',', 0.8, "L 0.8 0.2 0 -2.6"),
    (';', 0.8, "L 0.8 0.2 0 -2.6; L 0.8 8 0.8 8"),
    (':', 0.0, "L 0 0.2 0 0.2; L 0 8 0 8"),
    ('\'', 0.0, "L 0 14 0 11"),
    ('-', 5.0, "L 0 5 5 5"),
    ('+', 7.0, "L 0 5.5 7 5.5; L 3.5 9 3.5 2"),
    ('=', 7.0, "L 0 7 7 7; L 0 3.6 7 3.6"),
    ('/', 5.6, "L 0 -2 5.6 15"),
    (
        '&',
        9.0,
        "A 3.9 10.9 2.7 3.1 -35 225; L 2 8.7 9 0; A 3.7 3.6 3.7 3.6 110 365; L 2.4 7 6.1 9.1",
    ),
    ('(', 2.6, "A 6.4 5.4 6.4 12 130 230"),
    (')', 2.6, "A -3.8 5.4 6.4 12 50 -50"),
    ('×', 5.6, "L 0 7.8 5.6 2.2; L 5.6 7.8 0 2.2"),
    (
        'µ',
        7.5,
        "L 0 10 0 -4; A 3.75 3.8 3.75 3.8 180 360; L 7.5 10 7.5 0",
    ),
];

/// In place of a letter that is not known.
const BOX: (char, f64, &str) = ('\u{25a1}', 7.0, "L 0 0 7 0 7 12 0 12 0 0");

/// A letter where it stands, raised or not.
struct Glyph {
    width: f64,
    scale: f64,
    raised: f64,
    strokes: &'static str,
}

fn glyph(letter: char) -> Glyph {
    let plain = match letter {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '\u{207b}' => '-',
        '\u{2070}'..='\u{2079}' => char::from(b'0' + (letter as u32 - 0x2070) as u8),
        letter => letter,
    };
    let found = GLYPHS.iter().find(|&&(known, ..)| known == plain);
    let &(_, width, strokes) = found.unwrap_or(&BOX);
    let (scale, raised) = match plain == letter {
        true => (1.0, 0.0),
        false => RAISED,
    };
    Glyph {
        width,
        scale,
        raised,
        strokes,
    }
}

/// Each letter of a text with how far from the start it stands on the grid, and where the
/// text ends.
fn set(text: &str) -> (Vec<(f64, Glyph)>, f64) {
    let mut letters = Vec::new();
    let mut x = 0.0;
    for letter in text.chars() {
        if letter == ' ' {
            x += SPACE + APART;
            continue;
        }
        let glyph = glyph(letter);
        let advance = (glyph.width + APART) * glyph.scale;
        letters.push((x, glyph));
        x += advance;
    }
    (letters, (x - APART).max(0.0))
}

/// How wide a text is.
pub(super) fn width(text: &str, size: f64) -> f64 {
    set(text).1 * size / SIZE
}

/// The strokes of a text that starts at a point.
pub(super) fn strokes(text: &str, size: f64, (x, y): Point) -> Vec<Vec<Point>> {
    let scale = size / SIZE;
    let mut lines = Vec::new();
    for (start, glyph) in set(text).0 {
        for stroke in glyph.strokes.split("; ") {
            let place = |(across, up): Point| {
                (
                    x + (start + across * glyph.scale) * scale,
                    y - (glyph.raised + up * glyph.scale) * scale,
                )
            };
            lines.push(points(stroke).into_iter().map(place).collect());
        }
    }
    lines
}

/// The points of a stroke.
fn points(stroke: &str) -> Vec<Point> {
    let numbers = |text: &str| -> Vec<f64> {
        let numbers = text.split_whitespace().map(str::parse);
        numbers
            .collect::<Result<_, _>>()
            .expect("strokes are numbers")
    };
    match stroke.split_at(1) {
        ("L", text) => numbers(text).chunks(2).map(|at| (at[0], at[1])).collect(),
        (_, text) => {
            let numbers = numbers(text);
            let [x, y, radius_x, radius_y, from, to] = numbers[..] else {
                panic!("an arc has six numbers: {stroke}");
            };
            let steps = ((to - from).abs() / ARC_STEP).ceil();
            let point = |step: f64| {
                let angle = (from + (to - from) * step / steps).to_radians();
                (x + radius_x * angle.cos(), y + radius_y * angle.sin())
            };
            (0..=steps as u32).map(f64::from).map(point).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stays_within_its_width_and_the_line() {
        for &(letter, width, _) in GLYPHS {
            for stroke in strokes(&letter.to_string(), SIZE, (0.0, 0.0)) {
                assert!(!stroke.is_empty(), "{letter}");
                for (x, y) in stroke {
                    assert!((-0.7..=width + 0.7).contains(&x), "{letter}: {x}");
                    assert!((-17.5..=6.7).contains(&y), "{letter}: {y}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_letter_is_a_box_and_a_raised_one_is_small() {
        assert!((width("ש", SIZE) - BOX.1).abs() < 1e-9);
        assert!(width("10⁶", SIZE) < width("106", SIZE));
        assert_eq!(width("", SIZE), 0.0);
    }
}

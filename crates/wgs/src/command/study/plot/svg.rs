//! Writes an SVG file. Text stays text, so it can be searched and read aloud.

use std::fmt::Write as _;

/// The radius of the corners of a rectangle.
const CORNER_RADIUS: f64 = 8.0;

/// The width of the edge of a dot.
const EDGE_WIDTH: f64 = 1.5;

/// The lengths of a dash and of the gap after it.
const DASH: (f64, f64) = (5.0, 6.0);

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line through points, with round ends and corners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polyline {
    pub(super) points: Vec<(f64, f64)>,
    pub(super) width: f64,
    pub(super) colour: Colour,
    pub(super) is_dashed: bool,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    /// The position of the anchor on the baseline.
    position: (f64, f64),
    size: f64,
    text: String,
    colour: Colour,
    anchor: Anchor,
    is_bold: bool,
}

impl Label {
    pub(super) fn new(position: (f64, f64), size: f64, text: impl Into<String>) -> Self {
        Self {
            position,
            size,
            text: text.into(),
            colour: Colour(0, 0, 0),
            anchor: Anchor::Start,
            is_bold: false,
        }
    }

    pub(super) fn bold(self) -> Self {
        Self {
            is_bold: true,
            ..self
        }
    }

    pub(super) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(super) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

/// An SVG file. Later shapes cover earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Svg {
    text: String,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64, background: Colour) -> Self {
        Self {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\" \
                 font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif\">\n\
                 <rect width=\"100%\" height=\"100%\" fill=\"{background}\"/>\n"
            ),
        }
    }

    /// Returns the content of the file.
    pub(super) fn finish(self) -> String {
        self.text + "</svg>\n"
    }

    fn line(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{element}");
    }

    /// Draws a rectangle with round corners.
    pub(super) fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        fill: Colour,
        edge: Colour,
    ) {
        self.line(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"{CORNER_RADIUS}\" fill=\"{fill}\" stroke=\"{edge}\"/>"
        ));
    }

    /// Draws a dot with an edge that sets it off from the lines below it.
    pub(super) fn dot(&mut self, (x, y): (f64, f64), radius: f64, fill: Colour, edge: Colour) {
        self.line(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" \
             stroke-width=\"{EDGE_WIDTH}\"/>",
            rounded(x),
            rounded(y)
        ));
    }

    pub(super) fn polyline(&mut self, line: &Polyline) {
        let points = line.points.iter();
        let points = points.map(|&(x, y)| format!("{},{}", rounded(x), rounded(y)));
        let dashes = match line.is_dashed {
            true => format!(" stroke-dasharray=\"{} {}\"", DASH.0, DASH.1),
            false => String::new(),
        };
        self.line(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"{dashes}/>",
            points.collect::<Vec<_>>().join(" "),
            line.colour,
            line.width
        ));
    }

    pub(super) fn label(&mut self, label: &Label) {
        let anchor = match label.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = match label.is_bold {
            true => " font-weight=\"600\"",
            false => "",
        };
        self.line(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}{weight}>{}</text>",
            rounded(label.position.0),
            rounded(label.position.1),
            label.size,
            label.colour,
            escape(&label.text)
        ));
    }
}

/// Rounds a length to two decimal places.
fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        let mut svg = Svg::new(10.0, 20.0, Colour(255, 0, 128));
        svg.label(&Label::new((1.234_567, 2.0), 13.0, "<A> & B").anchor(Anchor::End));
        let svg = svg.finish();
        assert!(svg.contains("fill=\"#ff0080\""), "{svg}");
        let text = "<text x=\"1.23\" y=\"2\" font-size=\"13\" fill=\"#000000\" \
                    text-anchor=\"end\">&lt;A&gt; &amp; B</text>";
        assert!(svg.contains(text), "{svg}");
    }
}

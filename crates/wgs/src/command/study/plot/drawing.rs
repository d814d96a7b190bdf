//! A drawing: a few kinds of shapes in the order they are drawn, with y downwards, and how it
//! is written as SVG. Text is real text there, which can be searched and read aloud.

use std::fmt::Write as _;

pub(super) type Point = (f64, f64);

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line through points, with round ends and corners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) points: Vec<Point>,
    pub(super) width: f64,
    pub(super) colour: Colour,
    pub(super) dashed: bool,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    /// Where its base line begins, is halved or ends.
    pub(super) at: Point,
    pub(super) size: f64,
    pub(super) text: String,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
}

impl Text {
    pub(super) fn new(at: Point, size: f64, text: impl Into<String>) -> Self {
        Self {
            at,
            size,
            text: text.into(),
            colour: Colour(0, 0, 0),
            anchor: Anchor::Start,
            bold: false,
        }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(super) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A sheet with round corners.
    Panel {
        corner: Point,
        size: Point,
        fill: Colour,
        edge: Colour,
    },
    Line(Line),
    /// A disc with a rim, which sets it off from what is below.
    Dot {
        at: Point,
        radius: f64,
        fill: Colour,
        rim: Colour,
    },
    Text(Text),
}

/// How round the corners of a panel are.
pub(super) const CORNER: f64 = 8.0;

/// How wide the rim of a dot is.
pub(super) const RIM: f64 = 1.5;

/// The lengths of a dash and the space behind it.
pub(super) const DASH: (f64, f64) = (5.0, 6.0);

/// Shapes in the order they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) paper: Colour,
    pub(super) shapes: Vec<Shape>,
}

impl Drawing {
    pub(super) fn new(width: f64, height: f64, paper: Colour) -> Self {
        Self {
            width,
            height,
            paper,
            shapes: Vec::new(),
        }
    }

    pub(super) fn panel(&mut self, corner: Point, size: Point, fill: Colour, edge: Colour) {
        self.shapes.push(Shape::Panel {
            corner,
            size,
            fill,
            edge,
        });
    }

    pub(super) fn line(&mut self, line: Line) {
        self.shapes.push(Shape::Line(line));
    }

    pub(super) fn dot(&mut self, at: Point, radius: f64, fill: Colour, rim: Colour) {
        self.shapes.push(Shape::Dot {
            at,
            radius,
            fill,
            rim,
        });
    }

    pub(super) fn text(&mut self, text: Text) {
        self.shapes.push(Shape::Text(text));
    }

    /// The drawing as an SVG file.
    pub(super) fn svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            hex(self.paper)
        );
        for shape in &self.shapes {
            write_shape(shape, &mut svg);
        }
        svg + "</svg>\n"
    }
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A length with the digits that can be seen.
fn short(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn write_shape(shape: &Shape, svg: &mut String) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Panel {
            corner: (x, y),
            size: (width, height),
            fill,
            edge,
        } => writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{CORNER}\" \
             fill=\"{}\" stroke=\"{}\"/>",
            hex(*fill),
            hex(*edge)
        ),
        Shape::Line(line) => {
            let points = line.points.iter();
            let points = points.map(|&(x, y)| format!("{},{}", short(x), short(y)));
            let dashes = match line.dashed {
                true => format!(" stroke-dasharray=\"{} {}\"", DASH.0, DASH.1),
                false => String::new(),
            };
            writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"{dashes}/>",
                points.collect::<Vec<_>>().join(" "),
                hex(line.colour),
                line.width
            )
        }
        Shape::Dot {
            at: (x, y),
            radius,
            fill,
            rim,
        } => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"{RIM}\"/>",
            short(*x),
            short(*y),
            hex(*fill),
            hex(*rim)
        ),
        Shape::Text(text) => {
            let anchor = match text.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if text.bold {
                " font-weight=\"600\""
            } else {
                ""
            };
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}{weight}>{}</text>",
                short(text.at.0),
                short(text.at.1),
                text.size,
                hex(text.colour),
                escape(&text.text)
            )
        }
    };
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markup_would_misread_is_escaped() {
        let mut drawing = Drawing::new(10.0, 20.0, Colour(255, 0, 128));
        drawing.text(Text::new((1.234_567, 2.0), 13.0, "<A> & B").anchor(Anchor::End));
        let svg = drawing.svg();
        assert!(svg.contains("fill=\"#ff0080\""), "{svg}");
        let text = "<text x=\"1.23\" y=\"2\" font-size=\"13\" fill=\"#000000\" \
                    text-anchor=\"end\">&lt;A&gt; &amp; B</text>";
        assert!(svg.contains(text), "{svg}");
    }
}

//! A drawing as pixels, in a PNG file. Every shape is a distance: a pixel is covered as far
//! as it lies within half a pen's width of a line, or within a sheet. Text is drawn with the
//! pen too, since a bare machine has no fonts.

use anyhow::Result;

use super::drawing::{Anchor, CORNER, Colour, DASH, Drawing, Line, Point, RIM, Shape, Text};
use super::lettering;

/// Pixels for each unit of the drawing, for sharp screens.
const SCALE: f64 = 2.0;

/// The drawing as a PNG file.
pub(super) fn png(drawing: &Drawing) -> Result<Vec<u8>> {
    let mut canvas = Canvas::new(drawing);
    for shape in &drawing.shapes {
        canvas.draw(shape);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(file)
}

struct Canvas {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel.
    pixels: Vec<u8>,
    /// How far the shape in hand covers each pixel.
    cover: Vec<f32>,
}

impl Canvas {
    fn new(drawing: &Drawing) -> Self {
        let width = (drawing.width * SCALE).round() as usize;
        let height = (drawing.height * SCALE).round() as usize;
        let Colour(red, green, blue) = drawing.paper;
        Self {
            width,
            height,
            pixels: [red, green, blue].repeat(width * height),
            cover: vec![0.0; width * height],
        }
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Panel {
                corner,
                size,
                fill,
                edge,
            } => {
                self.sheet(*corner, *size, 0.5, *edge);
                self.sheet(*corner, *size, -0.5, *fill);
            }
            Shape::Line(line) => self.line(line),
            Shape::Dot {
                at,
                radius,
                fill,
                rim,
            } => {
                self.pen(&[vec![*at]], (radius + RIM / 2.0) * 2.0, *rim);
                self.pen(&[vec![*at]], (radius - RIM / 2.0) * 2.0, *fill);
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn line(&mut self, line: &Line) {
        if line.dashed {
            self.pen(&dashes(&line.points), line.width, line.colour);
        } else {
            self.pen(std::slice::from_ref(&line.points), line.width, line.colour);
        }
    }

    fn text(&mut self, text: &Text) {
        let width = lettering::width(&text.text, text.size);
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let at = (text.at.0 - start, text.at.1);
        let strokes = lettering::strokes(&text.text, text.size, at);
        let pen = if text.bold { 0.115 } else { 0.08 };
        self.pen(&strokes, text.size * pen, text.colour);
    }

    /// Draws lines with a round pen, all as one shape: where they cross, nothing darkens.
    fn pen(&mut self, lines: &[Vec<Point>], width: f64, colour: Colour) {
        let radius = width * SCALE / 2.0;
        let mut touched = Bounds::NOTHING;
        for line in lines {
            let scaled = |&(x, y): &Point| (x * SCALE, y * SCALE);
            let line: Vec<Point> = line.iter().map(scaled).collect();
            let ends = line.iter().zip(line.iter().skip(1).chain(line.last()));
            for (&a, &b) in ends {
                let bounds = self.bounds(a, b, radius + 1.0);
                touched = touched.with(&bounds);
                self.cover(&bounds, |pixel| distance(pixel, a, b) - radius);
            }
        }
        self.paint(&touched, colour);
    }

    /// Draws a sheet with round corners that is larger by so much at each side.
    fn sheet(&mut self, corner: Point, size: Point, grown: f64, colour: Colour) {
        let (half_width, half_height) = (size.0 * SCALE / 2.0, size.1 * SCALE / 2.0);
        let middle = (
            corner.0 * SCALE + half_width,
            corner.1 * SCALE + half_height,
        );
        let radius = CORNER * SCALE;
        let grown = grown * SCALE;
        let a = (middle.0 - half_width, middle.1 - half_height);
        let b = (middle.0 + half_width, middle.1 + half_height);
        let bounds = self.bounds(a, b, grown + 1.0);
        self.cover(&bounds, |(x, y)| {
            let beyond_x = ((x - middle.0).abs() - half_width + radius).max(0.0);
            let beyond_y = ((y - middle.1).abs() - half_height + radius).max(0.0);
            beyond_x.hypot(beyond_y) - radius - grown
        });
        self.paint(&bounds, colour);
    }

    /// Covers the pixels that are within a shape, by their distance from its edge.
    fn cover(&mut self, bounds: &Bounds, distance: impl Fn(Point) -> f64) {
        for y in bounds.top..bounds.bottom {
            for x in bounds.left..bounds.right {
                let middle = (x as f64 + 0.5, y as f64 + 0.5);
                let covered = (0.5 - distance(middle)).clamp(0.0, 1.0) as f32;
                let cover = &mut self.cover[y * self.width + x];
                *cover = cover.max(covered);
            }
        }
    }

    /// Paints what is covered, and uncovers it.
    fn paint(&mut self, bounds: &Bounds, Colour(red, green, blue): Colour) {
        for y in bounds.top..bounds.bottom {
            for x in bounds.left..bounds.right {
                let at = y * self.width + x;
                let cover = std::mem::take(&mut self.cover[at]);
                let pixel = &mut self.pixels[at * 3..at * 3 + 3];
                for (part, ink) in pixel.iter_mut().zip([red, green, blue]) {
                    let mixed = f32::from(*part) * (1.0 - cover) + f32::from(ink) * cover;
                    *part = mixed.round() as u8;
                }
            }
        }
    }

    /// The pixels around two points.
    fn bounds(&self, a: Point, b: Point, around: f64) -> Bounds {
        let within = |value: f64, end: usize| value.clamp(0.0, end as f64) as usize;
        Bounds {
            left: within((a.0.min(b.0) - around).floor(), self.width),
            right: within((a.0.max(b.0) + around).ceil(), self.width),
            top: within((a.1.min(b.1) - around).floor(), self.height),
            bottom: within((a.1.max(b.1) + around).ceil(), self.height),
        }
    }
}

/// A rectangle of pixels.
struct Bounds {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Bounds {
    const NOTHING: Self = Self {
        left: usize::MAX,
        right: 0,
        top: usize::MAX,
        bottom: 0,
    };

    fn with(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// How far a point is from a straight line between two others.
fn distance((x, y): Point, a: Point, b: Point) -> f64 {
    let (along_x, along_y) = (b.0 - a.0, b.1 - a.1);
    let length = along_x * along_x + along_y * along_y;
    let nearest = match length {
        0.0 => 0.0,
        _ => ((x - a.0) * along_x + (y - a.1) * along_y) / length,
    };
    let nearest = nearest.clamp(0.0, 1.0);
    (x - a.0 - nearest * along_x).hypot(y - a.1 - nearest * along_y)
}

/// The dashes of a line.
fn dashes(points: &[Point]) -> Vec<Vec<Point>> {
    let mut dashes = Vec::new();
    let mut dash = Vec::new();
    let (mut drawing, mut left) = (true, DASH.0);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            if drawing && dash.is_empty() {
                dash.push(from);
            }
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length <= left {
                left -= length;
                if drawing {
                    dash.push(to);
                }
                break;
            }
            let share = left / length;
            from = (
                from.0 + share * (to.0 - from.0),
                from.1 + share * (to.1 - from.1),
            );
            if drawing {
                dash.push(from);
                dashes.push(std::mem::take(&mut dash));
            }
            drawing = !drawing;
            left = if drawing { DASH.0 } else { DASH.1 };
        }
    }
    if !dash.is_empty() {
        dashes.push(dash);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_covers_its_width_and_no_more() {
        let mut drawing = Drawing::new(10.0, 10.0, Colour(255, 255, 255));
        drawing.line(Line {
            points: vec![(1.0, 5.0), (9.0, 5.0)],
            width: 2.0,
            colour: Colour(0, 0, 0),
            dashed: false,
        });
        let mut canvas = Canvas::new(&drawing);
        canvas.draw(&drawing.shapes[0]);
        let column = |x: usize| -> Vec<u8> {
            let rows = 0..canvas.height;
            rows.map(|y| canvas.pixels[(y * canvas.width + x) * 3])
                .collect()
        };
        let mut expected = vec![255; 20];
        expected[8..12].fill(0);
        assert_eq!(column(10), expected);
        assert!(canvas.cover.iter().all(|&cover| cover == 0.0));
    }

    #[test]
    fn dashes_and_spaces_follow_each_other_around_corners() {
        let dashes = dashes(&[(0.0, 0.0), (13.0, 0.0), (13.0, 20.0)]);
        let expected = [
            vec![(0.0, 0.0), (5.0, 0.0)],
            vec![(11.0, 0.0), (13.0, 0.0), (13.0, 3.0)],
            vec![(13.0, 9.0), (13.0, 14.0)],
        ];
        assert_eq!(dashes, expected);
    }

    #[test]
    fn a_drawing_is_a_png_of_its_size() {
        let mut drawing = Drawing::new(30.0, 20.0, Colour(250, 248, 242));
        drawing.text(Text::new((-5.0, 10.0), 13.0, "off the paper, and on"));
        let file = png(&drawing).unwrap();
        assert_eq!(&file[1..4], b"PNG");
        assert_eq!(&file[16..24], &[0, 0, 0, 60, 0, 0, 0, 40]);
    }
}

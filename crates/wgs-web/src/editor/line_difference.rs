//! The lines in which two texts differ, with a few lines around them.

/// The number of equal lines that are shown before and after different ones.
const AROUND: usize = 2;

/// The most pairs of lines that are compared. Beyond, all lines between the first and the last
/// difference count as different.
const MOST_PAIRS: usize = 4_000_000;

/// A line of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceLine<'t> {
    /// A line of both texts.
    Both(&'t str),
    /// A line of the first text only.
    First(&'t str),
    /// A line of the second text only.
    Second(&'t str),
    /// Equal lines that are left out.
    Gap,
}

/// Returns the lines in which two texts differ; none if they are equal.
pub fn line_difference<'t>(first: &'t str, second: &'t str) -> Vec<DifferenceLine<'t>> {
    use DifferenceLine::{Both, First, Gap, Second};

    let [first, second]: [Vec<&str>; 2] = [first, second].map(|text| text.lines().collect());
    let pairs = || first.iter().zip(&second);
    let before = pairs().take_while(|(a, b)| a == b).count();
    let rest = first.len().min(second.len()) - before;
    let ends = first.iter().rev().zip(second.iter().rev()).take(rest);
    let after = ends.take_while(|(a, b)| a == b).count();
    let (a, b) = (
        &first[before..first.len() - after],
        &second[before..second.len() - after],
    );

    // The length of the longest common subsequence of the lines from each pair on.
    let width = b.len() + 1;
    let is_compared = a.len().saturating_mul(b.len()) <= MOST_PAIRS;
    let mut common = vec![
        0_u32;
        if is_compared {
            (a.len() + 1) * width
        } else {
            0
        }
    ];
    if is_compared {
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                common[i * width + j] = match a[i] == b[j] {
                    true => common[(i + 1) * width + j + 1] + 1,
                    false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
                };
            }
        }
    }
    let mut all: Vec<DifferenceLine<'t>> = first[..before].iter().map(|line| Both(line)).collect();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if is_compared && i < a.len() && j < b.len() && a[i] == b[j] {
            all.push(Both(a[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < a.len()
            && (j == b.len()
                || !is_compared
                || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            all.push(First(a[i]));
            i += 1;
        } else {
            all.push(Second(b[j]));
            j += 1;
        }
    }
    all.extend(first[first.len() - after..].iter().map(|line| Both(line)));

    let is_near = |index: usize| {
        let near = index.saturating_sub(AROUND)..(index + AROUND + 1).min(all.len());
        all[near].iter().any(|line| !matches!(line, Both(_)))
    };
    let mut shown = Vec::new();
    for (index, line) in all.iter().enumerate() {
        if is_near(index) {
            shown.push(*line);
        } else if !matches!(shown.last(), Some(Gap)) {
            shown.push(Gap);
        }
    }
    if shown == [Gap] {
        shown.clear();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(first: &str, second: &str) -> String {
        let lines = line_difference(first, second).into_iter();
        let lines = lines.map(|line| match line {
            DifferenceLine::Both(line) => format!("  {line}"),
            DifferenceLine::First(line) => format!("- {line}"),
            DifferenceLine::Second(line) => format!("+ {line}"),
            DifferenceLine::Gap => "...".to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn only_the_lines_around_a_difference_are_shown() {
        let first = "1\n2\n3\n4\n5\n6\n7\n8\n9";
        let second = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10";
        let expected = "...\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n  9\n+ 10";
        assert_eq!(written(first, second), expected);
        assert_eq!(written(first, first), "");
        assert_eq!(written("", ""), "");
    }

    #[test]
    fn moved_and_repeated_lines_are_found() {
        for (first, second, expected) in [
            ("", "a", "+ a"),
            ("a", "", "- a"),
            ("a\nb", "b\na", "- a\n  b\n+ a"),
            ("a\na\nb", "a\nb", "  a\n- a\n  b"),
            ("x\ny", "z", "- x\n- y\n+ z"),
        ] {
            assert_eq!(written(first, second), expected, "{first:?} {second:?}");
        }
    }

    #[test]
    fn the_lines_of_each_text_are_all_in_its_difference() {
        let mut state = 7_u32;
        for _ in 0..500 {
            let mut text = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let lines =
                    (0..state >> 29).map(|n| ["a", "b", "c"][(state >> (2 * n) & 3) as usize % 3]);
                lines.collect::<Vec<_>>().join("\n")
            };
            let (first, second) = (text(), text());
            let lines = line_difference(&first, &second);
            if lines.is_empty() {
                assert_eq!(
                    first.lines().collect::<Vec<_>>(),
                    second.lines().collect::<Vec<_>>()
                );
            }
            if lines.contains(&DifferenceLine::Gap) || lines.is_empty() {
                continue;
            }
            let of = |is_mine: fn(&DifferenceLine<'_>) -> bool| -> Vec<&str> {
                let mine = lines.iter().filter(|line| is_mine(line));
                mine.filter_map(|line| match line {
                    DifferenceLine::Both(line)
                    | DifferenceLine::First(line)
                    | DifferenceLine::Second(line) => Some(*line),
                    DifferenceLine::Gap => None,
                })
                .collect()
            };
            let firsts = of(|line| !matches!(line, DifferenceLine::Second(_)));
            assert_eq!(firsts, first.lines().collect::<Vec<_>>());
            let seconds = of(|line| !matches!(line, DifferenceLine::First(_)));
            assert_eq!(seconds, second.lines().collect::<Vec<_>>());
        }
    }

    #[test]
    fn texts_without_a_common_line_take_no_quadratic_time() {
        let long = |line: &str| format!("{line}\n").repeat(100_000);
        let (first, second) = (long("a"), long("b"));
        assert_eq!(line_difference(&first, &second).len(), 200_000);
    }
}

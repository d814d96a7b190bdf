//! The predictions of the fitted curves for larger boards, and `wgs study --points`, which fits
//! curves to given points.

use std::io::Write;
use std::str::FromStr;

use anyhow::Result;
use wgs_study::Fit;

use super::growth::{mean, power_of_ten, share};
use super::reply::{FitReply, PointReply, PointsReply};
use super::{Args, duration, grouped, plot};
use crate::app::ExitStatus;

/// The maximum number of sizes that are predicted.
pub(super) const MAX_SIZES: u64 = 16;

/// The largest side of a point.
const MAX_SIDE: u32 = 1_000;

/// Known values by size, in ascending order of the sides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points(Vec<PointReply>);

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut points: Vec<PointReply> = Vec::new();
        for part in text.split(',') {
            let expected = || {
                format!(
                    "expected a size from 1 to {MAX_SIDE} and its value, such as 2=50, but found \
                     {part:?}"
                )
            };
            let (side, value) = part.split_once('=').ok_or_else(expected)?;
            let side = side.trim().parse().ok();
            let side = side.filter(|side| (1..=MAX_SIDE).contains(side));
            let value: Option<f64> = value.trim().parse().ok();
            let value = value.filter(|value| value.is_finite() && *value >= 0.0);
            let (side, value) = side.zip(value).ok_or_else(expected)?;
            if points.iter().any(|point| point.side == side) {
                return Err(format!("the size {side} has two values"));
            }
            points.push(PointReply { side, value });
        }
        if points.len() < 3 {
            return Err("expected at least three points; two are too few for a curve".to_owned());
        }
        points.sort_by_key(|point| point.side);
        Ok(Self(points))
    }
}

/// Returns the sizes after the largest known one.
pub(super) fn next_sides(largest: u32, count: Option<u32>) -> std::ops::RangeInclusive<u32> {
    largest + 1..=largest + count.unwrap_or(0)
}

pub(super) fn run(points: &Points, args: &Args, out: &mut dyn Write) -> Result<ExitStatus> {
    let Points(points) = points;
    let pairs: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (f64::from(point.side), point.value))
        .collect();
    let largest = points.last().map_or(0, |point| point.side);
    let fits = Fit::all(&pairs);
    let curve = |fit| FitReply::new(fit, next_sides(largest, args.project));
    let reply = PointsReply {
        points: points.clone(),
        curves: fits.iter().map(curve).collect(),
    };
    if let Some(path) = &args.plot {
        let last = largest + args.project.unwrap_or(0);
        plot::write_points(points, &fits, last, path)?;
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&reply)?)?;
    } else {
        print(&reply, out)?;
    }
    Ok(ExitStatus::Success)
}

fn print(reply: &PointsReply, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "curves over the side N, the best fit first: R² of the values, of their logarithms,\n\
         and of the logarithms adjusted for the number of parameters, which decides\n\
         curve          values      logs  adjusted  formula"
    )?;
    for fit in &reply.curves {
        writeln!(
            out,
            "{:<12} {:>8.4} {:>9} {:>9}  {}",
            fit.curve,
            fit.r_squared,
            share(fit.log_r_squared),
            share(fit.adjusted_log_r_squared),
            fit.formula
        )?;
    }
    let projected = reply.curves.first().map(|fit| &fit.projected);
    let Some(projected) = projected.filter(|projected| !projected.is_empty()) else {
        return Ok(());
    };
    writeln!(out, "\n{:<12}{}", "prediction", heading(projected))?;
    for fit in &reply.curves {
        let values = row(&fit.projected, amount);
        writeln!(out, "{:<12}{values}", fit.curve)?;
    }
    Ok(())
}

/// The sizes at the top of a table of predictions.
pub(super) fn heading(projected: &[PointReply]) -> String {
    let sizes = projected.iter().map(|point| format!("{0}x{0}", point.side));
    sizes.map(|size| format!(" {size:>14}")).collect()
}

/// The predictions of a curve, in a row below the heading. A curve can fall below zero where it
/// was not fitted, and no board costs that little.
pub(super) fn row(projected: &[PointReply], format: fn(f64) -> String) -> String {
    let value = |point: &PointReply| match point.value {
        value if value < 0.0 => "below 0".to_owned(),
        value => format(value),
    };
    let values = projected.iter().map(value);
    values.map(|value| format!(" {value:>14}")).collect()
}

/// Formats the predicted value of a measure.
pub(super) fn measured(measure: &str) -> fn(f64) -> String {
    match measure {
        "seconds" => duration,
        _ => |value| match value {
            value if value < 1e9 => mean(value),
            value => power_of_ten(Some(value.log10())),
        },
    }
}

/// Formats a value of any kind, with two decimal places if it has them.
pub(super) fn amount(value: f64) -> String {
    if value >= 1e9 {
        return power_of_ten(Some(value.log10()));
    }
    let hundredths = (value * 100.0).round() as u128;
    let whole = grouped(hundredths / 100);
    match hundredths % 100 {
        0 => whole,
        rest => format!("{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_sizes_with_values_in_any_order() {
        let Points(points) = "3=4.6, 2=0.48,4=26.62".parse().unwrap();
        let pairs: Vec<(u32, f64)> = points
            .iter()
            .map(|point| (point.side, point.value))
            .collect();
        assert_eq!(pairs, [(2, 0.48), (3, 4.6), (4, 26.62)]);
        let expected = "expected a size from 1 to 1000 and its value, such as 2=50, but found";
        for (text, message) in [
            ("", format!("{expected} \"\"")),
            ("2:50,3=356,4=2256", format!("{expected} \"2:50\"")),
            ("0=1,1=2,2=3", format!("{expected} \"0=1\"")),
            ("2=NaN,3=1,4=1", format!("{expected} \"2=NaN\"")),
            ("2=-1,3=1,4=1", format!("{expected} \"2=-1\"")),
            (
                "2=1,3=2",
                "expected at least three points; two are too few for a curve".to_owned(),
            ),
            ("2=1,3=2,2=3", "the size 2 has two values".to_owned()),
        ] {
            assert_eq!(text.parse::<Points>(), Err(message));
        }
    }

    #[test]
    fn amounts_have_two_decimal_places_if_they_need_them() {
        for (value, text) in [
            (0.0, "0"),
            (66.54, "66.54"),
            (5_750.000_000_1, "5,750"),
            (5_750.5, "5,750.50"),
            (2.5e12, "2.5e12"),
        ] {
            assert_eq!(amount(value), text);
        }
    }

    #[test]
    fn a_prediction_below_zero_is_not_a_number() {
        let points = [-3.0, 12.0].map(|value| PointReply { side: 5, value });
        let printed = row(&points, amount);
        let values: Vec<&str> = printed
            .split("  ")
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .collect();
        assert_eq!(values, ["below 0", "12"]);
    }
}

//! Measures the page for `cargo xtask page-report`, which runs these tests and collects what
//! they print. They check nothing, because machines that run tests are busy.
//!
//! | module | what it measures |
//! |---|---|
//! | [`load`] | how long the solver takes to load |
//! | [`typing`] | how long the page takes to answer a key |
//! | [`dragging`] | how long the page works for a move of a finger |
//! | [`layout_shift`] | unexpected movement |
//! | [`accessibility`] | what axe-core finds |

mod accessibility;
mod dragging;
mod layout_shift;
mod load;
mod typing;

/// Prints a figure in the form that `cargo xtask page-report` reads: a line of its own, because
/// the test harness prints the names of tests to the same stream.
fn print(measured: &str, figure: &str) {
    println!("\npage-report\t{measured}\t{figure}");
}

/// Prints the median and the maximum of times in milliseconds.
fn print_times(measured: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let (Some(slowest), Some(median)) = (times.last(), times.get(times.len() / 2)) else {
        panic!("{measured}: there are no times");
    };
    print(&format!("{measured}, median"), &format!("{median:.0} ms"));
    print(&format!("{measured}, slowest"), &format!("{slowest:.0} ms"));
}

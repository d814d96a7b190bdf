//! Network namespaces of Linux, in which tests run programs as if on machines of their own.

use std::path::Path;
use std::process;

use crate::step::Step;

/// Returns whether this machine permits network namespaces with a cable between them: only root may
/// make them, and many containers forbid it.
pub(crate) fn are_permitted(ip: &Path) -> bool {
    let name = format!("wgs-probe-{}", process::id());
    let ip = |arguments: String| Step::new(ip, arguments.split(' ')).succeeds();
    let is_made = ip(format!("netns add {name}"));
    let has_cable = is_made && ip(format!("-n {name} link add one type veth peer name other"));
    if is_made {
        ip(format!("netns delete {name}"));
    }
    has_cable
}

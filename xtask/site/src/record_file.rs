//! The records that come with wgs, as the file that the page of records loads on a host without a
//! server. It has the form of the server's reply.

use wgs_app::reply::RecordListReply;

use crate::Failure;
use crate::site::Site;

/// The file that the page loads.
const NAME: &str = "records.json";

/// Adds the file.
pub(crate) fn add(site: &mut Site) -> Result<(), Failure> {
    site.add(NAME, serde_json::to_vec(&RecordListReply::shipped())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_the_records_that_come_with_wgs() {
        let mut site = Site::default();
        add(&mut site).unwrap();
        let written: RecordListReply = serde_json::from_slice(site.get(NAME).unwrap()).unwrap();
        assert_eq!(written, RecordListReply::shipped());
    }
}

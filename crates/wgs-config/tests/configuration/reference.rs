//! The reference page in the repository is the one that the key tables generate.

#[test]
fn the_page_in_the_repository_is_up_to_date() {
    let written = include_str!("../../../../docs/configuration.md");
    assert_eq!(
        written,
        wgs_config::reference(),
        "regenerate it: wgs config reference > docs/configuration.md"
    );
}

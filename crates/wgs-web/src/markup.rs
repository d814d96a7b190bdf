//! HTML that a configuration brings along, made safe. Configurations are shared between
//! people, so of their HTML only elements and attributes on a list are built anew; everything
//! else is dropped, and its text is kept.
//!
//! The browser's own parser reads the HTML, into a document where nothing runs or loads. What
//! is shown is made of fresh elements, never of text that is parsed again.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{DomParser, Element, Node, SupportedType};

/// The elements that may be shown.
const ELEMENTS: &[&str] = &[
    "b",
    "big",
    "blockquote",
    "br",
    "caption",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
];

/// The attributes that may be set, on any of them. None loads or runs anything.
const ATTRIBUTES: &[&str] = &[
    "align",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "color",
    "colspan",
    "dir",
    "height",
    "lang",
    "rowspan",
    "scope",
    "size",
    "title",
    "valign",
    "width",
];

/// Elements whose text is no text for people either.
const DROPPED: &[&str] = &[
    "script", "style", "template", "noscript", "title", "iframe", "object",
];

/// Deeper nesting than this is cut off.
const DEEPEST: usize = 32;

/// Replaces what an element holds by HTML made safe.
pub fn show(html: &str, within: &Element) {
    within.set_text_content(None);
    let parsed =
        DomParser::new().and_then(|parser| parser.parse_from_string(html, SupportedType::TextHtml));
    match parsed.ok().and_then(|document| document.body()) {
        Some(body) => copy_children(&body, within, 0),
        None => within.set_text_content(Some(html)),
    }
}

fn copy_children(from: &Node, to: &Node, depth: usize) {
    let children = from.child_nodes();
    for index in 0..children.length() {
        if let Some(child) = children.item(index) {
            copy(&child, to, depth);
        }
    }
}

fn copy(node: &Node, to: &Node, depth: usize) {
    if node.node_type() == Node::TEXT_NODE {
        let text = document().create_text_node(&node.node_value().unwrap_or_default());
        let _ = to.append_child(&text);
        return;
    }
    let Some(element) = node.dyn_ref::<Element>() else {
        return;
    };
    let name = element.local_name();
    if depth >= DEEPEST || DROPPED.contains(&name.as_str()) {
        return;
    }
    if !ELEMENTS.contains(&name.as_str()) {
        copy_children(node, to, depth + 1);
        return;
    }
    let Ok(fresh) = document().create_element(&name) else {
        return;
    };
    for attribute in ATTRIBUTES {
        if let Some(value) = element.get_attribute(attribute) {
            let _ = fresh.set_attribute(attribute, &value);
        }
    }
    copy_children(node, &fresh, depth + 1);
    let _ = to.append_child(&fresh);
}

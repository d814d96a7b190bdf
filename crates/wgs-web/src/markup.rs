//! HTML from a configuration, made safe. Configurations are shared between people, so only
//! elements and attributes of an allow-list are shown; of all other elements only the text.
//!
//! The browser parses the HTML into a document where nothing runs or loads. The page then
//! creates new elements from it, and never inserts HTML text.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{DomParser, Element, Node, SupportedType};

/// The allowed elements.
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

/// The allowed attributes, on any element. None of them loads or runs anything.
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

/// Elements whose text is dropped too.
const DROPPED: &[&str] = &[
    "script", "style", "template", "noscript", "title", "iframe", "object",
];

/// The deepest nesting that is shown.
const DEEPEST: usize = 32;

/// Replaces the content of an element with HTML made safe.
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
    let Ok(copied) = document().create_element(&name) else {
        return;
    };
    for attribute in ATTRIBUTES {
        if let Some(value) = element.get_attribute(attribute) {
            let _ = copied.set_attribute(attribute, &value);
        }
    }
    copy_children(node, &copied, depth + 1);
    let _ = to.append_child(&copied);
}

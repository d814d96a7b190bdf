// Computes the roles and accessible names of elements as a screen reader would, for the parts of
// HTML and ARIA that our pages use. The tests put this in front of other scripts, so it exports
// nothing.

const IMPLICIT = [
  ["a[href], area[href]", "link"],
  ["article", "article"],
  ["aside", "complementary"],
  ["button, summary", "button"],
  ["datalist", "listbox"],
  ["dialog", "dialog"],
  ["fieldset, details, optgroup", "group"],
  ["figure", "figure"],
  ["form", "form"],
  ["h1, h2, h3, h4, h5, h6", "heading"],
  ["hr", "separator"],
  ["img[alt='']", "presentation"],
  ["img", "img"],
  ["input[type=button], input[type=submit], input[type=reset], input[type=image]", "button"],
  ["input[type=checkbox]", "checkbox"],
  ["input[type=number]", "spinbutton"],
  ["input[type=radio]", "radio"],
  ["input[type=range]", "slider"],
  ["input[list]", "combobox"],
  ["input[type=search]", "searchbox"],
  ["input[type=hidden], input[type=file], input[type=color], input[type=date]", null],
  ["input, textarea", "textbox"],
  ["li", "listitem"],
  ["main", "main"],
  ["menu, ol, ul", "list"],
  ["meter", "meter"],
  ["nav", "navigation"],
  ["option", "option"],
  ["output", "status"],
  ["p", "paragraph"],
  ["progress", "progressbar"],
  ["search", "search"],
  ["section[aria-label], section[aria-labelledby]", "region"],
  ["select[multiple], select[size]:not([size='1'])", "listbox"],
  ["select", "combobox"],
  ["table", "table"],
  ["tbody, tfoot, thead", "rowgroup"],
  ["th[scope=row]", "rowheader"],
  ["th", "columnheader"],
  ["tr", "row"],
];

function roleOf(element) {
  const given = element.getAttribute("role")?.trim().split(/\s+/)[0];
  if (given) {
    return given;
  }
  if (element.matches("td")) {
    return element.closest("[role=grid], [role=treegrid]") ? "gridcell" : "cell";
  }
  if (element.matches("header, footer")) {
    // Only the page's own header and footer are landmarks.
    const part = element.parentElement?.closest("article, aside, main, nav, section");
    return part ? null : element.matches("header") ? "banner" : "contentinfo";
  }
  return IMPLICIT.find(([selector]) => element.matches(selector))?.[1] ?? null;
}

function isVisible(element) {
  return (
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
    element.getClientRects().length > 0
  );
}

function isHidden(element) {
  return element.closest("[aria-hidden=true], [inert]") !== null || !isVisible(element);
}

const NAMED_BY_CONTENT = new Set(
  `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox
   menuitemradio option radio row rowheader switch tab tooltip treeitem`.split(/\s+/),
);

// The text that a screen reader reads for a node and everything in it.
function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    return node.data;
  }
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches("[aria-hidden=true], script, style")) {
    return "";
  }
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") {
    return "";
  }
  const given = node.getAttribute("aria-label") ?? node.getAttribute("alt");
  if (given?.trim()) {
    return given;
  }
  if (node.matches("svg")) {
    return node.querySelector(":scope > title")?.textContent ?? "";
  }
  const text = [...node.childNodes].map(textOf).join("");
  // Blocks are read separately, as they are shown separately.
  return style.display.startsWith("inline") ? text : ` ${text} `;
}

function nameOf(element) {
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const references = element.getAttribute("aria-labelledby")?.trim();
  if (references) {
    const parts = references.split(/\s+/).map((id) => document.getElementById(id));
    const name = parts
      // The labelling element may itself be hidden.
      .map((part) => (part ? part.getAttribute("aria-label") ?? part.textContent : ""))
      .join(" ");
    if (tidy(name)) {
      return tidy(name);
    }
  }
  const label = element.getAttribute("aria-label");
  if (label?.trim()) {
    return tidy(label);
  }
  if (element.labels?.length) {
    // Leave out the value of a field inside the label.
    return tidy([...element.labels].map(textWithoutFields).join(" "));
  }
  if (element.matches("img, area, input[type=image]")) {
    return tidy(element.getAttribute("alt") ?? element.title);
  }
  if (element.matches("input[type=submit], input[type=reset], input[type=button]")) {
    return tidy(element.value);
  }
  if (element.matches("svg")) {
    return tidy(element.querySelector(":scope > title")?.textContent ?? "");
  }
  const inside = element.matches("fieldset")
    ? element.querySelector(":scope > legend")
    : element.matches("table")
      ? element.querySelector(":scope > caption")
      : element.matches("figure")
        ? element.querySelector("figcaption")
        : null;
  if (inside) {
    return tidy(textOf(inside));
  }
  if (NAMED_BY_CONTENT.has(roleOf(element))) {
    const text = tidy([...element.childNodes].map(textOf).join(""));
    if (text) {
      return text;
    }
  }
  return tidy(element.getAttribute("title") ?? "");
}

function textWithoutFields(label) {
  const copy = label.cloneNode(true);
  copy.querySelectorAll("input, select, textarea, [aria-hidden=true]").forEach((e) => e.remove());
  return copy.textContent;
}

// Lists all elements with a role, indented by depth; cut off after 120 lines.
function outline(root) {
  const lines = [];
  const visit = (element, depth) => {
    if (lines.length > 120 || isHidden(element)) {
      return;
    }
    const role = roleOf(element);
    if (role && role !== "paragraph" && role !== "presentation") {
      lines.push(`${"  ".repeat(depth)}${role} "${nameOf(element).slice(0, 60)}"`);
    }
    for (const child of element.children) {
      visit(child, depth + (role ? 1 : 0));
    }
  };
  visit(root, 1);
  if (lines.length > 120) {
    lines.push("  ...");
  }
  return lines.join("\n");
}

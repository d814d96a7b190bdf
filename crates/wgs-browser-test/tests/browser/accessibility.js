// Returns the accessibility violations on the page that a script can detect, one sentence each.
// Follows WCAG 2.2 AA and uses the terms of ARIA 1.2. Some things, such as whether a name makes
// sense, still need a person to judge. Runs after tree.js.

const violations = [];
const report = (element, text) => violations.push(`${describe(element)} ${text}`);
const all = (selector) => [...document.querySelectorAll(selector)];
const visible = all("body *").filter((element) => !isHidden(element));

const words = (text) => new Set(text.trim().split(/\s+/));
const ROLES = words(`alert alertdialog application article banner blockquote button caption cell
  checkbox code columnheader combobox complementary contentinfo definition deletion dialog document
  emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox
  listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter
  navigation none note option paragraph presentation progressbar radio radiogroup region row
  rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree
  treegrid treeitem`);
const ATTRIBUTES = words(`activedescendant atomic autocomplete braillelabel brailleroledescription
  busy checked colcount colindex colindextext colspan controls current describedby description
  details disabled dropeffect errormessage expanded flowto grabbed haspopup hidden invalid
  keyshortcuts label labelledby level live modal multiline multiselectable orientation owns
  placeholder posinset pressed readonly relevant required roledescription rowcount rowindex
  rowindextext rowspan selected setsize sort valuemax valuemin valuenow valuetext`);
const INTERACTIVE = words(`button checkbox combobox link listbox menuitem menuitemcheckbox
  menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem`);
// Not interactive, but useless without a name.
const NAMED = words("alertdialog dialog grid img meter progressbar radiogroup tree treegrid");

const isInteractive = (element) =>
  INTERACTIVE.has(roleOf(element)) ||
  element.matches("input:not([type=hidden]), select, textarea, summary, [contenteditable]") ||
  (element.hasAttribute("tabindex") && element.tabIndex >= 0);
const isDisabled = (element) =>
  element.matches(":disabled, [aria-disabled=true]") ||
  element.closest("[aria-disabled=true], fieldset:disabled") !== null;

// --- the document

if (!document.documentElement.lang.trim()) {
  violations.push("<html> has no lang");
}
if (!document.title.trim()) {
  violations.push("the page has no title");
}
const zoom = document.querySelector("meta[name=viewport]")?.content ?? "";
if (/user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*[01](\.|\b)/.test(zoom)) {
  violations.push(`the viewport forbids zooming: ${zoom}`);
}
if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) {
  const { scrollWidth, clientWidth } = document.documentElement;
  violations.push(`the page is ${scrollWidth} px wide, but the viewport is ${clientWidth} px wide`);
}

const byId = new Map();
for (const element of all("[id]")) {
  byId.set(element.id, [...(byId.get(element.id) ?? []), element]);
}
for (const [id, elements] of byId) {
  if (elements.length > 1) {
    violations.push(`the id "${id}" is used ${elements.length} times`);
  }
}

// --- landmarks and headings

const landmarks = (role) => visible.filter((element) => roleOf(element) === role);
if (landmarks("main").length !== 1) {
  violations.push(`the page has ${landmarks("main").length} main landmarks, expected 1`);
}
for (const role of ["banner", "contentinfo"]) {
  landmarks(role).slice(1).forEach((element) => report(element, `is a second ${role}`));
}
for (const role of ["navigation", "complementary", "region", "search", "form"]) {
  const names = landmarks(role).map(nameOf);
  if (new Set(names).size < names.length) {
    violations.push(`two landmarks with the role ${role} have the same name: ${JSON.stringify(names)}`);
  }
}
const headings = visible.filter((element) => roleOf(element) === "heading");
if (!headings.some((heading) => level(heading) === 1)) {
  violations.push("the page has no level 1 heading");
}
headings.forEach((heading, index) => {
  const before = index === 0 ? level(heading) : level(headings[index - 1]);
  if (level(heading) > before + 1) {
    report(heading, `is a level ${level(heading)} heading after a level ${before} heading`);
  }
  if (!nameOf(heading)) {
    report(heading, "is an empty heading");
  }
});
function level(heading) {
  return Number(heading.getAttribute("aria-level") ?? heading.tagName.slice(1));
}

// --- names

for (const element of visible) {
  const role = roleOf(element);
  if ((isInteractive(element) || NAMED.has(role)) && !nameOf(element)) {
    report(element, `has no accessible name${role ? ` (role ${role})` : ""}`);
  }
  if (element.matches("img") && !element.hasAttribute("alt") && !nameOf(element)) {
    report(element, "is an image without alt");
  }
  if (element.matches("svg") && !element.hasAttribute("role") && nameOf(element)) {
    report(element, "has a title but not the role img");
  }
}
for (const label of all("label[for]")) {
  if (!document.getElementById(label.htmlFor)) {
    report(label, `is for "${label.htmlFor}", which does not exist`);
  }
}

// --- roles and attributes

const REFERENCES = words("activedescendant controls describedby details errormessage flowto labelledby owns");
const REQUIRED = {
  checkbox: ["aria-checked"],
  combobox: ["aria-expanded"],
  heading: ["aria-level"],
  menuitemcheckbox: ["aria-checked"],
  menuitemradio: ["aria-checked"],
  meter: ["aria-valuenow"],
  radio: ["aria-checked"],
  scrollbar: ["aria-controls", "aria-valuenow"],
  slider: ["aria-valuenow"],
  switch: ["aria-checked"],
};
const BOOLEAN = words("atomic busy disabled expanded hidden modal multiline multiselectable readonly required selected");
for (const element of all("body *")) {
  const given = element.getAttribute("role");
  for (const role of given?.trim().split(/\s+/) ?? []) {
    if (!ROLES.has(role)) {
      report(element, `has the role "${role}", which does not exist`);
    }
  }
  // Native controls have these states built in.
  if (given && !element.matches("input, select, progress, meter, h1, h2, h3, h4, h5, h6")) {
    for (const attribute of REQUIRED[given] ?? []) {
      if (!element.hasAttribute(attribute)) {
        report(element, `has the role ${given} but no ${attribute}`);
      }
    }
  }
  for (const { name, value } of element.attributes) {
    if (!name.startsWith("aria-")) {
      continue;
    }
    const short = name.slice("aria-".length);
    if (!ATTRIBUTES.has(short)) {
      report(element, `has the attribute ${name}, which does not exist`);
    } else if (REFERENCES.has(short)) {
      for (const id of value.trim().split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) {
          report(element, `points with ${name} to "${id}", which does not exist`);
        }
      }
    } else if (BOOLEAN.has(short) && !["true", "false", "undefined"].includes(value)) {
      report(element, `has ${name}="${value}", expected true or false`);
    }
  }
}

// --- required parents and children

const OWNS = {
  grid: ["row", "rowgroup"],
  list: ["listitem"],
  listbox: ["option", "group"],
  menu: ["menuitem", "menuitemcheckbox", "menuitemradio", "group", "separator", "none"],
  menubar: ["menuitem", "menuitemcheckbox", "menuitemradio", "group", "separator", "none"],
  row: ["cell", "gridcell", "columnheader", "rowheader"],
  rowgroup: ["row"],
  table: ["row", "rowgroup", "caption"],
  tablist: ["tab"],
  tree: ["treeitem", "group"],
  treegrid: ["row", "rowgroup"],
};
const WITHIN = {
  cell: ["row"],
  columnheader: ["row"],
  gridcell: ["row"],
  listitem: ["list"],
  menuitem: ["menu", "menubar", "group"],
  menuitemcheckbox: ["menu", "menubar", "group"],
  menuitemradio: ["menu", "menubar", "group"],
  option: ["listbox", "group", "combobox"],
  row: ["grid", "rowgroup", "table", "treegrid"],
  rowheader: ["row"],
  tab: ["tablist"],
  treeitem: ["tree", "group"],
};
// Assistive technology ignores elements without a meaningful role.
const isTransparent = (element) => {
  const role = roleOf(element);
  return role === null || role === "none" || role === "presentation" || role === "generic";
};
const childrenOf = (element) =>
  [...element.children]
    .concat((element.getAttribute("aria-owns") ?? "").split(/\s+/).filter(Boolean).map((id) => document.getElementById(id)))
    .filter((child) => child && !child.matches("[aria-hidden=true], script, style, template"))
    .flatMap((child) => (isTransparent(child) ? childrenOf(child) : [child]));
const parentOf = (element) => {
  const owner = element.id && document.querySelector(`[aria-owns~="${CSS.escape(element.id)}"]`);
  const parent = owner || element.parentElement;
  return parent && isTransparent(parent) ? parentOf(parent) : parent;
};
for (const element of visible) {
  const role = roleOf(element);
  if (OWNS[role] && !element.matches("select, datalist") && element.getAttribute("aria-busy") !== "true") {
    for (const child of childrenOf(element)) {
      if (!OWNS[role].includes(roleOf(child)) && !isHidden(child)) {
        report(child, `(role ${roleOf(child)}) is in a ${role}, which may contain only ${OWNS[role].join(", ")}`);
      }
    }
    if (["grid", "row", "tablist", "table", "treegrid"].includes(role) && childrenOf(element).length === 0) {
      report(element, `is an empty ${role}`);
    }
  }
  if (WITHIN[role] && !element.matches("option, optgroup")) {
    const parent = parentOf(element);
    if (!parent || !WITHIN[role].includes(roleOf(parent))) {
      report(element, `is a ${role} that is not in ${WITHIN[role].join(", ")}`);
    }
  }
}

// --- the keyboard

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";
for (const element of all(FOCUSABLE)) {
  if (element.tabIndex > 0) {
    report(element, `has the tabindex ${element.tabIndex}, which breaks the tab order`);
  }
  const reachable = element.tabIndex >= 0 && isVisible(element) && !element.matches(":disabled");
  if (reachable && element.closest("[aria-hidden=true]") && !element.closest("[inert]")) {
    report(element, "can take the focus inside aria-hidden");
  }
}
for (const element of visible) {
  // Grid cells may contain controls, but controls may not contain other controls.
  const outer = element.parentElement?.closest("a[href], button, [role=button], [role=link], [role=option], [role=tab]");
  if (outer && isInteractive(element)) {
    report(element, `is a control inside ${describe(outer)}`);
  }
  const given = element.getAttribute("role");
  const managed = element.closest("[aria-activedescendant], [role=grid], [role=listbox], [role=tablist], [role=tree], [role=menu], [role=radiogroup], [role=combobox], [role=toolbar]");
  if (given && INTERACTIVE.has(given) && !element.matches(FOCUSABLE) && !managed && !isDisabled(element) && !controlledByAnother(element)) {
    report(element, `has the role ${given} but cannot take the focus`);
  }
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls =
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
  if (scrolls && !element.matches(FOCUSABLE) && !element.querySelector(FOCUSABLE)) {
    report(element, "cannot be scrolled by keyboard: nothing in it can take the focus");
  }
}
// Whether the element is in a list that another element controls, such as a combobox.
function controlledByAnother(element) {
  const owner = element.closest("[id][role]");
  return owner && document.querySelector(`[aria-controls~="${CSS.escape(owner.id)}"]`) !== null;
}

// --- contrast

// A canvas understands every colour notation, so draw one pixel and read it back.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const colours = new Map();
function rgba(colour) {
  if (!colours.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(colour, [r, g, b, a / 255]);
  }
  return colours.get(colour);
}
const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
function luminance(colour) {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
// The background colour behind an element's text, or null if there is a background image.
function backdrop(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== "none") {
      return null;
    }
    layers.push(rgba(style.backgroundColor));
    if (layers.at(-1)[3] === 1) {
      break;
    }
  }
  const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  const canvasColour = rgba(dark ? "#121212" : "#ffffff").slice(0, 3);
  return layers.reverse().reduce((below, layer) => over(layer, below), canvasColour);
}
function opacity(element) {
  let total = 1;
  for (let at = element; at; at = at.parentElement) {
    total *= Number(getComputedStyle(at).opacity);
  }
  return total;
}
const isClipped = (element) => {
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
};
// Checkboxes, sliders and the like have a value too, but do not show it.
const TEXT_FIELDS =
  "input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea, select";
for (const element of visible) {
  const hasText =
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) ||
    (element.matches(TEXT_FIELDS) && element.value);
  // SVG text has a fill colour, and its background cannot be computed.
  if (!hasText || isDisabled(element) || isClipped(element) || element.closest("svg")) {
    continue;
  }
  const style = getComputedStyle(element);
  const behind = backdrop(element);
  if (behind === null) {
    continue;
  }
  const [r, g, b, a] = rgba(style.color);
  const text = over([r, g, b, a * opacity(element)], behind);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const expected = isLarge ? 3 : 4.5;
  const found = contrast(text, behind);
  if (found < expected - 0.005) {
    report(element, `has text with a contrast of ${found.toFixed(2)}, expected ${expected} (${style.color} on ${behind.map(Math.round)})`);
  }
}

// --- target size

// At least 24 by 24 pixels, or enough space around a smaller target (WCAG 2.5.8). Links in
// running text are exempt. A control's label counts as part of the target.
const targets = visible
  .filter((element) => isInteractive(element) && !isDisabled(element) && !isClipped(element))
  .map((element) => ({ element, box: targetBox(element) }));
function targetBox(element) {
  const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}
const isSmall = ({ width, height }) => width < 23.5 || height < 23.5;
for (const { element, box } of targets) {
  const isInline =
    getComputedStyle(element).display === "inline" && element.parentElement.matches("p, li, td, dd, span, label, caption, em, strong");
  if (!isSmall(box) || isInline) {
    continue;
  }
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  const near = targets.find(({ element: other, box: others }) => {
    if (other === element || other.contains(element) || element.contains(other)) {
      return false;
    }
    if (isSmall(others)) {
      return Math.hypot((others.left + others.right) / 2 - x, (others.top + others.bottom) / 2 - y) < 24;
    }
    const dx = Math.max(others.left - x, 0, x - others.right);
    const dy = Math.max(others.top - y, 0, y - others.bottom);
    return Math.hypot(dx, dy) < 12;
  });
  if (near) {
    report(element, `is ${box.width.toFixed(0)} by ${box.height.toFixed(0)} px, expected 24 by 24 or enough space around it, but it is close to ${describe(near.element)}`);
  }
}

return violations;

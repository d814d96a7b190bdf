// What keeps people from using a page, as far as a script can see it: a list of sentences,
// one for each fault, empty for a page without any. Follows WCAG 2.2 AA and the names of
// ARIA 1.2. What it cannot see, such as whether a name is a good one, people must.

const faults = [];
const fault = (element, text) => faults.push(`${describe(element)} ${text}`);
const all = (selector) => [...document.querySelectorAll(selector)];
const seen = all("body *").filter((element) => !isHidden(element));

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
// Not used by hand, but of no use without a name either.
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
  faults.push("<html> has no lang");
}
if (!document.title.trim()) {
  faults.push("the page has no title");
}
const zoom = document.querySelector("meta[name=viewport]")?.content ?? "";
if (/user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*[01](\.|\b)/.test(zoom)) {
  faults.push(`the viewport forbids zooming: ${zoom}`);
}
if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) {
  const { scrollWidth, clientWidth } = document.documentElement;
  faults.push(`the page is ${scrollWidth} px wide, and is seen ${clientWidth} px wide`);
}

const byId = new Map();
for (const element of all("[id]")) {
  byId.set(element.id, [...(byId.get(element.id) ?? []), element]);
}
for (const [id, elements] of byId) {
  if (elements.length > 1) {
    faults.push(`the id "${id}" is used ${elements.length} times`);
  }
}

// --- landmarks and headings

const landmarks = (role) => seen.filter((element) => roleOf(element) === role);
if (landmarks("main").length !== 1) {
  faults.push(`the page has ${landmarks("main").length} main landmarks, expected one`);
}
for (const role of ["banner", "contentinfo"]) {
  landmarks(role).slice(1).forEach((element) => fault(element, `is a second ${role}`));
}
for (const role of ["navigation", "complementary", "region", "search", "form"]) {
  const names = landmarks(role).map(nameOf);
  if (new Set(names).size < names.length) {
    faults.push(`two landmarks of the role ${role} share a name: ${JSON.stringify(names)}`);
  }
}
const headings = seen.filter((element) => roleOf(element) === "heading");
if (!headings.some((heading) => level(heading) === 1)) {
  faults.push("the page has no heading of level 1");
}
headings.forEach((heading, index) => {
  const before = index === 0 ? level(heading) : level(headings[index - 1]);
  if (level(heading) > before + 1) {
    fault(heading, `is a heading of level ${level(heading)} after one of level ${before}`);
  }
  if (!nameOf(heading)) {
    fault(heading, "is an empty heading");
  }
});
function level(heading) {
  return Number(heading.getAttribute("aria-level") ?? heading.tagName.slice(1));
}

// --- names

for (const element of seen) {
  const role = roleOf(element);
  if ((isInteractive(element) || NAMED.has(role)) && !nameOf(element)) {
    fault(element, `has no accessible name${role ? ` (role ${role})` : ""}`);
  }
  if (element.matches("img") && !element.hasAttribute("alt") && !nameOf(element)) {
    fault(element, "is an image without alt");
  }
  if (element.matches("svg") && !element.hasAttribute("role") && nameOf(element)) {
    fault(element, "has a title, but no role img to carry it");
  }
}
for (const label of all("label[for]")) {
  if (!document.getElementById(label.htmlFor)) {
    fault(label, `is for "${label.htmlFor}", which is not there`);
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
      fault(element, `has the role "${role}", which does not exist`);
    }
  }
  // A native control knows its own state.
  if (given && !element.matches("input, select, progress, meter, h1, h2, h3, h4, h5, h6")) {
    for (const attribute of REQUIRED[given] ?? []) {
      if (!element.hasAttribute(attribute)) {
        fault(element, `has the role ${given} and no ${attribute}`);
      }
    }
  }
  for (const { name, value } of element.attributes) {
    if (!name.startsWith("aria-")) {
      continue;
    }
    const short = name.slice("aria-".length);
    if (!ATTRIBUTES.has(short)) {
      fault(element, `has the attribute ${name}, which does not exist`);
    } else if (REFERENCES.has(short)) {
      for (const id of value.trim().split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) {
          fault(element, `points with ${name} to "${id}", which is not there`);
        }
      }
    } else if (BOOLEAN.has(short) && !["true", "false", "undefined"].includes(value)) {
      fault(element, `has ${name}="${value}", expected true or false`);
    }
  }
}

// --- what owns what

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
// Elements that say nothing are as if they were not there.
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
for (const element of seen) {
  const role = roleOf(element);
  if (OWNS[role] && !element.matches("select, datalist") && element.getAttribute("aria-busy") !== "true") {
    for (const child of childrenOf(element)) {
      if (!OWNS[role].includes(roleOf(child)) && !isHidden(child)) {
        fault(child, `(role ${roleOf(child)}) stands in a ${role}, which has ${OWNS[role].join(", ")}`);
      }
    }
    if (["grid", "row", "tablist", "table", "treegrid"].includes(role) && childrenOf(element).length === 0) {
      fault(element, `is an empty ${role}`);
    }
  }
  if (WITHIN[role] && !element.matches("option, optgroup")) {
    const parent = parentOf(element);
    if (!parent || !WITHIN[role].includes(roleOf(parent))) {
      fault(element, `is a ${role} outside ${WITHIN[role].join(", ")}`);
    }
  }
}

// --- the keyboard

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";
for (const element of all(FOCUSABLE)) {
  if (element.tabIndex > 0) {
    fault(element, `has the tabindex ${element.tabIndex}, which breaks the order`);
  }
  const reachable = element.tabIndex >= 0 && isVisible(element) && !element.matches(":disabled");
  if (reachable && element.closest("[aria-hidden=true]") && !element.closest("[inert]")) {
    fault(element, "takes the focus inside aria-hidden");
  }
}
for (const element of seen) {
  // Cells of a grid may hold controls; controls may not.
  const outer = element.parentElement?.closest("a[href], button, [role=button], [role=link], [role=option], [role=tab]");
  if (outer && isInteractive(element)) {
    fault(element, `is a control inside ${describe(outer)}`);
  }
  const given = element.getAttribute("role");
  const managed = element.closest("[aria-activedescendant], [role=grid], [role=listbox], [role=tablist], [role=tree], [role=menu], [role=radiogroup], [role=combobox], [role=toolbar]");
  if (given && INTERACTIVE.has(given) && !element.matches(FOCUSABLE) && !managed && !isDisabled(element) && !controlledByAnother(element)) {
    fault(element, `has the role ${given}, but takes no focus`);
  }
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls =
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
  if (scrolls && !element.matches(FOCUSABLE) && !element.querySelector(FOCUSABLE)) {
    fault(element, "scrolls, but not by keyboard: nothing in it takes the focus");
  }
}
// A list that a field walks through with aria-activedescendant.
function controlledByAnother(element) {
  const owner = element.closest("[id][role]");
  return owner && document.querySelector(`[aria-controls~="${CSS.escape(owner.id)}"]`) !== null;
}

// --- contrast

// Colours come in any notation; a canvas knows them all. Sixteen times larger than a pixel
// is not needed: one is.
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
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
// What lies behind an element's text, or null where an image or a picture element does.
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
  let all = 1;
  for (let at = element; at; at = at.parentElement) {
    all *= Number(getComputedStyle(at).opacity);
  }
  return all;
}
const isClipped = (element) => {
  const box = element.getBoundingClientRect();
  return box.width <= 1 || box.height <= 1;
};
// Boxes and knobs have a value too, which is not shown.
const FIELDS_OF_TEXT =
  "input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea, select";
for (const element of seen) {
  const hasText =
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) ||
    (element.matches(FIELDS_OF_TEXT) && element.value);
  // Text in a drawing has a fill and no background that could be asked for.
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
  const wanted = isLarge ? 3 : 4.5;
  const found = contrast(text, behind);
  if (found < wanted - 0.005) {
    fault(element, `has text of contrast ${found.toFixed(2)}, expected ${wanted} (${style.color} on ${behind.map(Math.round)})`);
  }
}

// --- the size of targets

// 24 pixels either way, or as much room around (WCAG 2.5.8). Links in running text are
// free; a labelled box is as large as both together.
const targets = seen
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
    fault(element, `is ${box.width.toFixed(0)} by ${box.height.toFixed(0)} px, expected 24 by 24 or room, and is close to ${describe(near.element)}`);
  }
}

return faults;

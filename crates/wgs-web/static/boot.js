// Starts the page: the WebAssembly program, in parallel the engine's worker and dictionary, and
// then the service worker that makes the page available offline. Until the program is there, the
// board can be typed already. The page itself is written in Rust.

// The module of this page.
const { program: PROGRAM } = document.documentElement.dataset;

const field = document.getElementById("notation");
let first;
// What was typed before the program replaced the loading screen.
let typed;
let selection;

// Dynamic imports, so that a missing or incomplete file is reported below.
async function start() {
  const engine = import("./engine.js").then(({ prepare }) => prepare(PROGRAM));
  const texts = isGerman() ? import("./text.js").then(({ loadTexts }) => loadTexts("de")) : undefined;
  const program = await import(`./${PROGRAM}.js`);
  // Without its texts the page is in English.
  await texts?.catch((problem) => console.warn(problem));
  await Promise.all([program.default(), engine]);
  document.getElementById("loading")?.remove();
  passOn();
}

// Whether the page will be in German, by the same rule as in the program.
function isGerman() {
  let stored;
  try {
    stored = localStorage.getItem("wgs.language");
  } catch {
    // Without storage, the browser's languages decide.
  }
  const known = [stored, ...navigator.languages].map((code) => code?.slice(0, 2).toLowerCase());
  return known.find((code) => code === "en" || code === "de") === "de";
}

function translate() {
  document.documentElement.lang = "de";
  for (const element of document.querySelectorAll("#loading [data-de]")) {
    element.textContent = element.dataset.de;
  }
}

// Returns the board of the link or of the last visit, if there is one.
function knownBoard() {
  let state = location.hash.replace(/^#(\/solver$)?/, "");
  if (state.startsWith("/")) {
    // Another part of the page.
    return "";
  }
  try {
    state ||= localStorage.getItem("wgs.solver");
  } catch {
    // Without storage, every visit is the first one.
  }
  return state ? new URLSearchParams(state.replaceAll("+", "%2B")).get("board") ?? "" : undefined;
}

// Shows the board that the page begins with: that of a link or of the last visit, or else the first
// one with its words. A board that is not a square is drawn by the program.
function showBoard() {
  const board = knownBoard();
  if (!field) {
    return;
  }
  if (board !== undefined) {
    field.value = board;
    const side = Math.sqrt(facesOf(board).length);
    if (!Number.isInteger(side) || side < 3 || side > 6) {
      return;
    }
    removeWords();
    const cells = document.querySelector(".loading-board");
    cells.style.gridTemplateColumns = `repeat(${side}, 1fr)`;
    cells.replaceChildren(...Array.from({ length: side * side }, () => document.createElement("i")));
  }
  first = field.value;
  document.getElementById("loading-sample").hidden = false;
  showTiles();
  field.addEventListener("input", () => {
    typed = field.value;
    showTiles();
    // The words belong to the first board.
    removeWords();
  });
  for (const event of ["input", "keyup", "focus", "click"]) {
    field.addEventListener(event, () => {
      selection = [field.selectionStart, field.selectionEnd];
    });
  }
  // Letters that are typed with nothing focused start a new board.
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    const isLetter = /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey;
    if (isLetter && field.isConnected && document.activeElement === document.body) {
      field.focus();
      field.select();
    }
  });
}

function removeWords() {
  document.querySelector(".loading-totals")?.remove();
  document.querySelector(".loading-words")?.remove();
}

// The tiles of a board in its notation. A text without capitals is read letter by letter.
function facesOf(text) {
  const tile = /\p{Lu}/u.test(text) ? /[?.]|\p{Lu}[^\p{Lu}?.:;\s]*/gu : /[?.]|\p{L}/gu;
  return text.match(tile) ?? [];
}

// Writes the letters of the field onto the tiles.
function showTiles() {
  const faces = facesOf(field.value);
  document.querySelectorAll(".loading-board i").forEach((cell, index) => {
    const face = faces[index] ?? "";
    cell.textContent = face === "." ? "" : face.charAt(0).toUpperCase() + face.slice(1);
  });
}

// Passes what was typed on to the page, which replaced the field by its own.
function passOn() {
  const field = document.getElementById("notation");
  if (!field || !selection) {
    return;
  }
  if (typed !== undefined && typed !== first) {
    field.value = typed;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.focus();
  field.setSelectionRange(...selection);
}

// Says what the user can do first, and the details for a bug report last.
function showProblem(problem) {
  const message = document.getElementById("loading-message");
  if (!message) {
    return;
  }
  const [notStarted, notSupported] = isGerman()
    ? [
        "Die Seite konnte nicht gestartet werden. Bitte die Verbindung prüfen und die Seite neu laden.",
        "Die Seite braucht WebAssembly, das dieser Browser nicht kennt oder abgeschaltet hat.",
      ]
    : [
        "The page could not be started. Check the connection and reload the page.",
        "The page needs WebAssembly, which this browser does not support or has disabled.",
      ];
  const advice = typeof WebAssembly === "object" ? notStarted : notSupported;
  message.role = "alert";
  message.textContent = `${advice} (${problem})`;
}

// Runs after the page has loaded, so as not to slow it down. The page works without a service
// worker too, so a failure (as in private windows) is only logged.
async function installServiceWorker() {
  if ("serviceWorker" in navigator) {
    await navigator.serviceWorker
      .register("./service-worker.js")
      .catch((problem) => console.info(`not available offline: ${problem}`));
  }
}

// Returns whether a visit to the site's own address is for the solver, which used to be there: old
// links to boards and settings have this address, and users of the solver return to it.
function isForSolver() {
  const fragment = location.hash.slice(1);
  if (fragment.startsWith("/")) {
    return /^\/(solver|settings)/.test(fragment);
  }
  if (fragment) {
    return fragment.includes("=") && !/^room=|(^|&)challenge=/.test(fragment);
  }
  try {
    return localStorage.getItem("wgs.part") === "solver";
  } catch {
    // Without storage, every visit is the first one.
    return false;
  }
}

function begin() {
  if (isGerman()) {
    translate();
  }
  showBoard();
  start().then(installServiceWorker, (problem) => {
    showProblem(problem);
    // The console shows it with its stack trace.
    throw problem;
  });
}

const isHome = /\/(index\.html)?$/.test(location.pathname);
const rest = location.search + location.hash;
if (isHome && isForSolver()) {
  location.replace(`solver.html${rest}`);
} else {
  if (isHome) {
    // Reloading, going back and shared links must lead to the games, even after a visit to the
    // solver.
    history.replaceState(null, "", `play.html${rest}`);
  }
  begin();
}

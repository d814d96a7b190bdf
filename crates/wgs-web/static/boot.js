// Starts the page: the WebAssembly program, in parallel the engine's worker and dictionary, and
// then the service worker that makes the page available offline. Until the program is there, the
// board can be typed already. The page itself is written in Rust.

// The module of this page.
const { program: PROGRAM } = document.documentElement.dataset;

const field = document.getElementById("notation");
const first = field?.value;
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

// Shows the first board with its words, unless a link or an earlier visit has another one.
function showSample() {
  const others = ["wgs.language", "wgs.theme", "wgs.first-visit", "wgs.part"];
  const isKept = (key) => key.startsWith("wgs.") && !others.includes(key);
  let isFirst = location.hash.length < 2;
  try {
    isFirst &&= !Object.keys(localStorage).some(isKept);
  } catch {
    // Without storage, every visit is the first one.
  }
  if (!isFirst || !field) {
    return;
  }
  document.getElementById("loading-sample").hidden = false;
  showTiles();
  field.addEventListener("input", () => {
    typed = field.value;
    showTiles();
    // The words belong to the first board.
    document.querySelector(".loading-totals")?.remove();
    document.querySelector(".loading-words")?.remove();
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

// Writes the letters of the field onto the tiles.
function showTiles() {
  const text = field.value;
  // A text without capitals is read letter by letter.
  const tile = /\p{Lu}/u.test(text) ? /[?.]|\p{Lu}[^\p{Lu}?.:;\s]*/gu : /[?.]|\p{L}/gu;
  const faces = text.match(tile) ?? [];
  document.querySelectorAll(".loading-board i").forEach((cell, index) => {
    const face = faces[index] ?? "";
    cell.textContent = face === "." ? "" : face.charAt(0).toUpperCase() + face.slice(1);
  });
}

// Passes what was typed on to the page, which replaced the field by its own.
function passOn() {
  // The module of this page.
const { program: PROGRAM } = document.documentElement.dataset;

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

// A visit without a board begins where the last one was; the first one with a game.
function isForPlay() {
  if (PROGRAM === "wgs_play" || location.hash.length > 1) {
    return false;
  }
  try {
    const part = localStorage.getItem("wgs.part");
    return part === "play" || (part === null && localStorage.getItem("wgs.solver") === null);
  } catch {
    // Without storage nothing is known, and the solver keeps its address.
    return false;
  }
}

if (isForPlay()) {
  location.replace("play.html");
}
if (isGerman()) {
  translate();
}
showSample();
start().then(installServiceWorker, (problem) => {
  showProblem(problem);
  // The console shows it with its stack trace.
  throw problem;
});

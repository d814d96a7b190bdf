// Starts the page: the WebAssembly program, in parallel the engine's worker and dictionary, and
// then the service worker that makes the page available offline. The page itself is written in
// Rust.

// The module of this page.
const { program: PROGRAM } = document.documentElement.dataset;

// The texts until the program has started, by language: the same languages as in text.rs. Elements
// with data-text are in English already.
const TEXTS = {
  en: {
    notStarted: "The page could not be started. Check the connection and reload the page.",
    notSupported: "The page needs WebAssembly, which this browser does not support or has disabled.",
  },
  de: {
    title: "Wortspiele",
    loadingGame: "Das Spiel wird geladen …",
    loadingPage: "Die Seite wird geladen …",
    notStarted:
      "Die Seite konnte nicht gestartet werden. Bitte die Verbindung prüfen und die Seite neu laden.",
    notSupported:
      "Die Seite braucht WebAssembly, das dieser Browser nicht kennt oder abgeschaltet hat.",
  },
};

const LANGUAGE = pageLanguage();

// Dynamic imports, so that a missing or incomplete file is reported below.
async function start() {
  const engine = import("./engine.js").then(({ prepare }) => prepare(PROGRAM));
  const texts =
    LANGUAGE === "en" ? undefined : import("./text.js").then(({ loadTexts }) => loadTexts(LANGUAGE));
  const program = await import(`./${PROGRAM}.js`);
  // Without its texts the page is in English.
  await texts?.catch((problem) => console.warn(problem));
  await Promise.all([program.default(), engine]);
  document.getElementById("loading")?.remove();
}

// The language of the page, by the same rule as in the program.
function pageLanguage() {
  let stored;
  try {
    stored = localStorage.getItem("wgs.language");
  } catch {
    // Without storage, the browser's languages decide.
  }
  const codes = [stored, ...navigator.languages].map((code) => code?.split(/[-_]/)[0].toLowerCase());
  return codes.find((code) => code in TEXTS) ?? "en";
}

function translate() {
  document.documentElement.lang = LANGUAGE;
  for (const element of document.querySelectorAll("#loading [data-text]")) {
    element.textContent = TEXTS[LANGUAGE][element.dataset.text];
  }
}

// Says what the user can do first, and the details for a bug report last.
function showProblem(problem) {
  const message = document.getElementById("loading-message");
  if (!message) {
    return;
  }
  const { notStarted, notSupported } = TEXTS[LANGUAGE];
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

// Loads the page again with the files that the host has now. Until they are installed, the service
// worker answers with those of the version that is open.
async function update() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch((problem) => console.info(`no update: ${problem}`));
  const installing = registration?.installing;
  if (installing) {
    await new Promise((installed) => installing.addEventListener("statechange", installed, { once: true }));
  }
  location.reload();
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
  if (LANGUAGE !== "en") {
    translate();
  }
  start().then(installServiceWorker, (problem) => {
    showProblem(problem);
    // The console shows it with its stack trace.
    throw problem;
  });
}

addEventListener("wgs.update", update);

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

// Starts the page: first the WebAssembly program, then the service worker that makes the page
// available offline. The page itself is written in Rust.

// A dynamic import, so that a missing or incomplete file is reported below.
async function start() {
  const { default: init } = await import("./wgs_web.js");
  await init();
  document.getElementById("loading")?.remove();
}

// Says what the user can do first, and the details for a bug report last.
function showProblem(problem) {
  const message = document.getElementById("loading-message");
  if (!message) {
    return;
  }
  const advice =
    typeof WebAssembly === "object"
      ? "The page could not be started. Check the connection and reload the page."
      : "The page needs WebAssembly, which this browser does not support or has disabled.";
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

start().then(installServiceWorker, (problem) => {
  showProblem(problem);
  // The console shows it with its stack trace.
  throw problem;
});

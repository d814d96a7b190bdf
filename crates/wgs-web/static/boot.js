// Starts the page: the program in WebAssembly, then the service worker that keeps it for
// visits without a network. What the page does is Rust; nothing of it is here.

// Imported when asked for, so that a file that is missing or cut short is told below.
async function start() {
  const { default: init } = await import("./wgs_web.js");
  await init();
  document.getElementById("loading")?.remove();
}

// What a person can do about it comes first, what a report of the problem needs last.
function tell(problem) {
  const message = document.getElementById("loading-message");
  if (!message) {
    return;
  }
  const advice =
    typeof WebAssembly === "object"
      ? "The page could not be started. Check the connection and load it again."
      : "The page needs WebAssembly, which this browser lacks or has switched off.";
  message.role = "alert";
  message.textContent = `${advice} (${problem})`;
}

// After the page, whose own load it would slow down; without one the page works as well,
// so that a refusal (private windows do that) is a note and no error.
async function keep() {
  if ("serviceWorker" in navigator) {
    await navigator.serviceWorker
      .register("./service-worker.js")
      .catch((problem) => console.info(`not kept for offline use: ${problem}`));
  }
}

start().then(keep, (problem) => {
  tell(problem);
  // For the console, with its trace.
  throw problem;
});

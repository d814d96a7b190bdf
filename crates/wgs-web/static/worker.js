// The engine in a thread of its own, for what may take long. The first message is the
// page's own compiled module, so that it is neither fetched nor compiled again; each
// following one is a question in bytes, answered in bytes by the same Rust as the page.

import init, * as wgs from "./wgs_web.js";

let ready = false;
const waiting = [];

function answer(question) {
  const reply = wgs.worker_answer(question);
  // The bytes were made for this reply alone, so they can be handed over uncopied.
  postMessage(reply, [reply.buffer]);
}

async function prepare(module) {
  await init({ module_or_path: module });
  ready = true;
  waiting.splice(0).forEach(answer);
}

let started = false;

onmessage = ({ data }) => {
  if (!started) {
    started = true;
    // A failure in a promise would stay in here; the page hears of a reported one.
    prepare(data).catch(reportError);
  } else if (ready) {
    answer(data);
  } else {
    waiting.push(data);
  }
};

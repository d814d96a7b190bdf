// The engine in a web worker. The worker's name is its module's name. The first message contains the compiled module, if it is the
// page's, so that it is neither fetched nor compiled again, and the number up to which requests are cancelled, in
// memory that the page can change while the worker searches. Another message has the files: the dictionary, and for games how common its words are.
// All others are requests in bytes, which are answered by replies in bytes, once the module and
// the files are there.

const program = import(`./${name}.js`);

let wgs;
let started = false;
let isModuleReady = false;
let files;
let ready = false;
const waiting = [];

// The answer to the last request. A module that waits for a GPU promises its answers; requests are
// answered one after the other all the same.
let last = Promise.resolve();

function answer(request) {
  last = last
    .then(() => wgs.worker_answer(request))
    // Nothing else uses these bytes, so they can be transferred without a copy.
    .then((reply) => postMessage(reply, [reply.buffer]))
    .catch(reportError);
}

async function prepare([module, cancelled]) {
  wgs = await program;
  await wgs.default({ module_or_path: module });
  wgs.worker_watch(cancelled);
  isModuleReady = true;
  begin();
}

function begin() {
  if (isModuleReady && files) {
    wgs.worker_dictionary(files.dictionary);
    wgs.worker_commonness?.(files.commonness);
    ready = true;
    waiting.splice(0).forEach(answer);
  }
}

onmessage = ({ data }) => {
  if (!started) {
    started = true;
    // The page would not notice a rejected promise; it receives a reported error.
    prepare(data).catch(reportError);
  } else if (ready) {
    answer(data);
  } else if (data instanceof Uint8Array) {
    waiting.push(data);
  } else {
    files = data;
    begin();
  }
};

// Starts the workers of the engine, and loads the files that they share. Both begin with
// the page, in parallel with the program, because each takes seconds on a slow connection.

const DICTIONARY = "./wordnik.lexicon";
// How common words are. Only games need it.
const COMMONNESS = "./commonness.bin";

let program;
let files;
let first;

// A file that cannot be loaded is undefined: the worker says so when it is needed, and the
// page works with other dictionaries.
async function load(file) {
  try {
    const response = await fetch(file);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

async function loadAll() {
  const isForPlay = program === "wgs_play";
  const [dictionary, commonness] = await Promise.all([
    load(DICTIONARY),
    isForPlay ? load(COMMONNESS) : undefined,
  ]);
  return { dictionary, commonness };
}

function create(name = program) {
  return new Worker("./worker.js", { type: "module", name });
}

// Starts to load the files and a first worker, which runs the module of this name.
export function prepare(name) {
  program = name;
  files ??= loadAll();
  first ??= create();
}

// Returns a worker, which receives the files as its second message or later. It runs the page's module, or another
// one by its name.
export function startWorker(name) {
  const worker = name ? create(name) : (first ?? create());
  first = name ? first : undefined;
  files ??= loadAll();
  files.then((loaded) => worker.postMessage(loaded));
  return worker;
}

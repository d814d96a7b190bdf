// Starts the workers of the engine, and loads the dictionary that they share. Both begin with
// the page, in parallel with the program, because each takes seconds on a slow connection.

const DICTIONARY = "./wordnik.lexicon";

let program;
let dictionary;
let first;

// A dictionary that cannot be loaded is undefined: the worker says so when it is needed, and the
// page works with other dictionaries.
async function load() {
  try {
    const response = await fetch(DICTIONARY);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

function create() {
  return new Worker("./worker.js", { type: "module", name: program });
}

// Starts to load the dictionary and a first worker, which runs the module of this name.
export function prepare(name) {
  program = name;
  dictionary ??= load();
  first ??= create();
}

// Returns a worker, which receives the dictionary as its second message or later.
export function startWorker() {
  const worker = first ?? create();
  first = undefined;
  dictionary ??= load();
  dictionary.then((file) => worker.postMessage({ dictionary: file }));
  return worker;
}

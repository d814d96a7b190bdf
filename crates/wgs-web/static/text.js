// The texts of languages other than English. They are loaded when they are first needed.

const loaded = new Map();

async function load(file) {
  const response = await fetch(`./${file}`);
  if (!response.ok) {
    throw new Error(`${file}: ${response.status} ${response.statusText}`);
  }
  loaded.set(file, await response.text());
}

// Loads the texts of the page and of the engine in a language.
export async function loadTexts(language) {
  const files = [`${language}.json`, `engine.${language}.json`];
  if (document.documentElement.dataset.program === "wgs_play") {
    files.push(`play.${language}.json`);
  }
  await Promise.all(files.filter((file) => !loaded.has(file)).map(load));
}

// Returns the contents of a file, if it was loaded.
export function loadedText(file) {
  return loaded.get(file);
}

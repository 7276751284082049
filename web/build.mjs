// Builds script and style of the HTML report and of the pages of `dyno ui` into the assemblies' Assets folders, where they are
// checked in. With --check nothing is written: exit code 1 says that what is checked in is not what these sources give.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "..", "src");
const uplot = "uPlot 1.6.32, MIT licence, Copyright (c) 2022 Leon Sorokin";
const preact = "Preact 11.2.0, MIT licence, Copyright (c) 2015-present Jason Miller";
const isCheck = process.argv.includes("--check");
let stale = false;

await bundle({ "report.js": "src/report/main.ts", "report.css": "styles/report.css" }, join(source, "Dyno.Reporting", "Html", "Assets"), uplot);
await bundle({ "app.js": "src/ui/main.tsx", "app.css": "styles/app.css" }, join(source, "Dyno.Dashboard", "Assets"), `${uplot}; ${preact}`);
for (const name of ["index.html", "icon.svg"]) await keep(join(source, "Dyno.Dashboard", "Assets", name), await readFile(join(here, "pages", name), "utf8"));
process.exitCode = stale && isCheck ? 1 : 0;

async function bundle(entryPoints, assets, licences) {
  const names = Object.keys(entryPoints);
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints,
    entryNames: "[name]",
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
  for (const file of outputFiles) {
    const name = names.find((known) => known.endsWith(file.path.endsWith(".css") ? ".css" : ".js"));
    // The text of a report stands inside an element of its own: nothing in it may end that element.
    if (/<\/(script|style)|<!--/i.test(file.text)) throw new Error(`${name} would end its own element`);
    await keep(join(assets, name), `/*! ${licences}; the rest is part of Dyno, MIT licence */\n${file.text}`);
  }
}

async function keep(path, text) {
  const before = await readFile(path, "utf8").catch(() => "");
  if (before === text) return;
  stale = true;
  if (isCheck) console.error(`${path} is out of date: run \`npm run build\` in web/`);
  else {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(`${path}: ${text.length} characters`);
  }
}

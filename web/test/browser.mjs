// Opens reports in headless Chromium for the tests of Dyno.Reporting. Reads jobs as JSON from stdin, one per page, and
// answers with what each page did: errors, requests, axe-core's findings, and what the job's script returned.
import { chromium } from "playwright-core";
import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const executablePath = [process.env.DYNO_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .find((path) => path && existsSync(path));
if (!executablePath) throw new Error("Chromium was not found: install it (Debian, Ubuntu: apt-get install chromium), or set DYNO_CHROMIUM");

const jobs = JSON.parse(readFileSync(0, "utf8"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const answers = [];
for (const job of jobs) answers.push(await open(job));
await browser.close();
process.stdout.write(JSON.stringify(answers));

async function open({ file, scheme = "light", width = 1280, screenshot, pdf, script, wantsAxe = false, hasScripts = true }) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, javaScriptEnabled: hasScripts });
  const page = await context.newPage();
  const [errors, requests, dialogs] = [[], [], []];
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => { dialogs.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  if (hasScripts) {
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const answer = { errors, requests, dialogs };
  if (screenshot) await page.screenshot({ path: screenshot, fullPage: true });
  if (pdf) await page.pdf({ path: pdf, format: "A4", printBackground: true });
  if (script) answer.value = await page.evaluate(script);
  // Through the debugger's own door: the page's policy lets no foreign script in.
  if (wantsAxe) answer.axe = await page.evaluate(`${axe}; axe.run(document).then((found) => found.violations.map((v) =>
    ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 200)).slice(0, 5) })))`);
  if (hasScripts) answer.readyMillis = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domComplete);
  await context.close();
  return answer;
}

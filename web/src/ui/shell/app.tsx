import { useEffect, useMemo, useState } from "preact/hooks";
import { useConnected, useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, go, Link, usePlace } from "../router";
import type { FolderView, LiveState, Shared } from "../types";
import { ExperimentsView } from "../experiments/list";
import { NewExperiment } from "../experiments/form";
import { ExperimentReport, StartExperiment } from "../experiments/report";
import { HistoryView } from "../history/list";
import { CompareView, RunReport, TrendView } from "../history/report";
import { LiveView } from "../runs/live";
import { RunForm } from "../runs/form";
import { DoctorView } from "./doctor";
import { Importing } from "../sessions/importing";
import { SessionEditor } from "../sessions/editor";
import { SessionsHome } from "../sessions/home";
import { Notices } from "./notices";
import { Palette } from "./palette";
import { isDark, onThemeChange, switchTheme } from "./theme";

export function App() {
  const folder = useLoaded<FolderView>("folder");
  const live = useLoaded<LiveState[]>("live");
  useEvent("files", folder.reload, [folder.reload]);
  useEvent("live", live.reload, [live.reload]);
  const connected = useConnected();
  const [palette, open] = useState(false);
  useEffect(() => startShortcuts(() => open(true)), []);
  const shared = useMemo(() => (folder.value ? { folder: folder.value, live: live.value ?? [] } : undefined), [folder.value, live.value]);

  useEffect(() => {
    if (shared) document.documentElement.dataset["ready"] = "yes";
  }, [shared]);

  return (
    <>
      <a class="skip" href="#main">Skip to the content</a>
      <Top shared={shared} onPalette={() => open(true)} />
      {connected ? null : (
        <p class="offline" role="alert">The server does not answer: it was stopped, or its terminal was closed. This page reconnects when <code>dyno ui</code> is started again; your input stays here.</p>
      )}
      <main id="main" tabIndex={-1}>{shared ? <View shared={shared} /> : folder.failure ? <p class="page">{folder.failure.problems.join(" ")}</p> : null}</main>
      {palette && shared ? <Palette shared={shared} onClose={() => open(false)} /> : null}
      <Notices />
    </>
  );
}

function View({ shared }: { shared: Shared }) {
  const { path, query } = usePlace();
  const [view, first, ...rest] = path;
  const whole = [first, ...rest].filter((part) => part !== undefined).join("/");
  useEffect(() => {
    document.title = `${{ s: whole, run: `Run ${query.get("target") ?? ""}`, live: "Live", history: first ?? "History", compare: "Compare", trend: "Trend", experiments: first ?? "Experiments", import: "Import" }[view ?? ""] ?? shared.folder.name} · Dyno`;
  });
  switch (view) {
    case undefined: return <SessionsHome shared={shared} />;
    case "s": return <SessionEditor key={whole} path={whole} />;
    case "import": return <Importing shared={shared} />;
    case "run": return <RunForm key="run" shared={shared} query={query} />;
    case "tune": return <RunForm key="tune" shared={shared} query={query} command="tune" />;
    case "doctor": return <DoctorView />;
    case "trend": return <TrendView />;
    case "live": return <LiveView key={whole} id={whole} shared={shared} />;
    case "history": return first ? <RunReport key={first} id={first} shared={shared} /> : <HistoryView query={query} />;
    case "compare": return <CompareView ids={(query.get("ids") ?? "").split(",").filter(Boolean)} />;
    case "experiments":
      if (first === "new") return <NewExperiment shared={shared} query={query} />;
      if (first === "start") return <StartExperiment shared={shared} path={rest.join("/")} />;
      return first ? <ExperimentReport key={first} id={first} shared={shared} /> : <ExperimentsView shared={shared} />;
    default: return <div class="page"><h1>Page not found</h1><p><Link to="/">Back to the sessions</Link></p></div>;
  }
}

function Top({ shared, onPalette }: { shared: Shared | undefined; onPalette: () => void }) {
  const { path } = usePlace();
  const [dark, setDark] = useState(isDark);
  useEffect(() => onThemeChange(() => setDark(isDark())), []);
  const at = path[0];
  const running = shared?.live.filter((state) => state.stage !== "ended") ?? [];
  return (
    <header class="top">
      <div class="bar">
        <Link to="/" class="brand" label="Dyno: sessions of this folder"><span class="mark" aria-hidden="true"></span>Dyno</Link>
        <span class="folder" title={shared?.folder.path}>{shared?.folder.name}</span>
        <nav aria-label="Views">
          <Link to="/" current={at === undefined || at === "s" || at === "import"}>Sessions</Link>
          <Link to="/run" current={at === "run" || at === "tune" || at === "live"}>Run</Link>
          <Link to="/history" current={at === "history" || at === "compare"}>History</Link>
          <Link to="/experiments" current={at === "experiments"}>Experiments</Link>
          <Link to="/trend" current={at === "trend"}>Trend</Link>
        </nav>
        {running.map((state) => (
          <Link key={state.id} to={address("live", state.id)} class="running" title={state.command}>
            <span class="pulse" aria-hidden="true"></span>{state.kind === "run" ? "running" : "measuring"} <b>{state.target}</b>
          </Link>
        ))}
        <button type="button" class="palette-button" onClick={onPalette} aria-label="Search or run a command Ctrl K" aria-keyshortcuts="Control+K">
          <span class="wide-only">Search or run a command</span>{" "}<kbd class="wide-only">Ctrl K</kbd><span class="phone-only" aria-hidden="true">⌕</span>
        </button>
        <button type="button" class="ghost" onClick={switchTheme} aria-label={dark ? "Light colours" : "Dark colours"}>{dark ? "☀" : "☾"}</button>
      </div>
    </header>
  );
}

/** g and a letter go to a view; one letter or Ctrl-K opens the palette. Never while one types. */
function startShortcuts(openPalette: () => void): () => void {
  let pending = 0;
  const press = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
      return;
    }
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, [contenteditable], dialog")) return;
    if (event.key === "?") openPalette();
    const to = { s: "/", h: "/history", e: "/experiments", r: "/run", t: "/tune", d: "/doctor", i: "/import" }[event.key];
    if (Date.now() - pending < 1_200 && to) go(to);
    pending = event.key === "g" ? Date.now() : 0;
    if (event.key === "/") {
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

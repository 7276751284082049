import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { post } from "../api";
import { useLoaded } from "../loading";
import { address, go } from "../router";
import type { HistoryPage, Shared } from "../types";
import { switchTheme } from "./theme";

interface Entry { title: string; note: string; keys?: string; run: () => void }

/** Everything one can do or go to, by typing a few letters of it. */
export function Palette({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const [text, type] = useState("");
  const [at, move] = useState(0);
  const recent = useLoaded<HistoryPage>("history", { limit: 30 });
  const all = useMemo(() => entries(shared, recent.value), [shared, recent.value]);
  const found = useMemo(() => search(all, text).slice(0, 60), [all, text]);

  // Before the next key: an Escape that follows at once must find it open.
  useLayoutEffect(() => box.current!.showModal(), []);
  useEffect(() => move(0), [text]);
  useEffect(() => box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at]);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    box.current!.close();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      move((now) => (now + step + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(found[at]);
    }
  };

  return (
    <dialog ref={box} class="palette" aria-label="All commands" onClose={onClose} onClick={(event) => { if (event.target === box.current) box.current!.close(); }}>
      <div class="inside">
        <input autofocus type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant={`palette-${at}`} aria-label="Search sessions, runs and commands"
          placeholder="Search sessions, runs and commands" value={text} onInput={(event) => type(event.currentTarget.value)} onKeyDown={press} />
        <ul id="palette-list" role="listbox" aria-label="Found">
          {found.map((entry, index) => (
            <li key={entry.title + entry.note} id={`palette-${index}`} role="option" aria-selected={index === at} onMouseMove={() => move(index)} onClick={() => choose(entry)}>
              <span>{entry.title}</span><small>{entry.note}</small>{entry.keys ? <kbd>{entry.keys}</kbd> : null}
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p class="quiet-text">Nothing has “{text}” in it.</p> : null}
      </div>
    </dialog>
  );
}

function entries(shared: Shared, recent: HistoryPage | undefined): Entry[] {
  const sessions = shared.folder.files.filter((file) => file.kind !== "experiment" && file.kind !== "project");
  const experiments = shared.folder.files.filter((file) => file.kind === "experiment");
  return [
    { title: "Sessions", note: "go to", keys: "g s", run: () => go("/") },
    { title: "History", note: "go to", keys: "g h", run: () => go("/history") },
    { title: "Experiments", note: "go to", keys: "g e", run: () => go("/experiments") },
    { title: "Run a URL or a file", note: "command", keys: "g r", run: () => go("/run") },
    { title: "Tune: the highest load that meets a goal", note: "command", run: () => go("/tune") },
    { title: "Trend: how the program moved from commit to commit", note: "go to", run: () => go("/trend") },
    { title: "Doctor: is this machine fit for a measurement?", note: "command", run: () => go("/doctor") },
    { title: "Import cURL, HAR, Postman or OpenAPI", note: "command", keys: "g i", run: () => go("/import") },
    { title: "New experiment", note: "command", run: () => go("/experiments/new") },
    { title: "New session", note: "command", run: () => go("/?new=1") },
    { title: "Light or dark", note: "command", run: switchTheme },
    { title: "Save the session", note: "in the editor", keys: "Ctrl S", run: () => undefined },
    { title: "Send the request", note: "in the editor", keys: "Ctrl Enter", run: () => undefined },
    { title: "Search this view", note: "where there is a list", keys: "/", run: () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus() },
    ...shared.live.filter((state) => state.stage !== "ended").flatMap((state) => [
      { title: `Watch ${state.target}`, note: "running now", run: () => go(address("live", state.id)) },
      { title: `Stop ${state.target}`, note: "running now", run: () => void post(`live/${state.id}/stop`) },
    ]),
    ...sessions.map((file) => ({ title: file.path, note: "session", run: () => go(address("s", file.path)) })),
    ...sessions.map((file) => ({ title: `Run ${file.path}`, note: "command", run: () => go(`/run?target=${encodeURIComponent(file.path)}`) })),
    ...experiments.map((file) => ({ title: file.path, note: "experiment", run: () => go(address("experiments", "start", file.path)) })),
    ...(recent?.runs ?? []).map((run) => ({ title: run.name, note: `run ${run.id}, ${run.rate}`, run: () => go(address("history", run.id)) })),
  ];
}

// Every word typed must stand in it; what begins with it comes first.
function search(all: Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const scored = all.flatMap((entry) => {
    const whole = `${entry.title} ${entry.note}`.toLowerCase();
    return words.every((word) => whole.includes(word)) ? [{ entry, score: whole.indexOf(words[0]!) }] : [];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ entry }) => entry);
}

import { useState } from "preact/hooks";
import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, go, Link } from "../router";
import { Empty, Health, Problems, Waiting, when } from "../parts/parts";
import type { HistoryPage, RunRow } from "../types";
import { deleteRun } from "./marks";

const page = 100;
const columns: [string, string, boolean][] = [["started", "When", false], ["name", "Name", false], ["health", "Health", false], ["rate", "Rate", true], ["p50", "p50", true], ["p99", "p99", true], ["failed", "Failed", true]];

/** The runs of the folder. */
export function HistoryView({ query }: { query: URLSearchParams }) {
  const [limit, more] = useState(page);
  const [chosen, choose] = useState<string[]>([]);
  const search = query.get("search") ?? "";
  const health = query.get("health") ?? "";
  const sort = query.get("sort") ?? "-started";
  const list = useLoaded<HistoryPage>("history", { search, health, sort, limit });
  useEvent("history", list.reload, [list.reload]);
  const [shown, keep] = useState<HistoryPage>();
  if (list.value && list.value !== shown) keep(list.value); // the old rows stay while others are looked for
  const found = list.value ?? shown;

  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    go(`/history${next.size > 0 ? `?${next}` : ""}`, "replace");
  };
  const toggle = (id: string) => choose((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id].slice(-8)));

  if (!found) return list.failure ? <div class="page"><Problems {...list.failure} /></div> : <Waiting what="Reading the history" />;
  if (found.stored === 0 && found.unreadable.length === 0) {
    return <div class="page"><h1>History</h1><Empty title="No run is stored here yet"><p>Every run is kept in <code>.dyno/runs</code>: figures, percentiles, the machine, and whether they can be trusted.</p>
      <p class="actions"><button type="button" class="primary" onClick={() => go("/run")}>Make the first run</button></p></Empty></div>;
  }
  return (
    <div class="page wide-page">
      <div class="heading"><div><h1>History</h1><p class="subtitle">{found.found === found.stored ? `${found.stored.toLocaleString("en")} runs` : `${found.found.toLocaleString("en")} of ${found.stored.toLocaleString("en")} runs`}</p></div>
        <div class="actions">
          <button type="button" class="primary" disabled={chosen.length < 2} onClick={() => go(`/compare?ids=${chosen.join(",")}`)}>Compare {chosen.length > 1 ? chosen.length : ""}</button>
        </div></div>
      <div class="filters">
        <input type="search" aria-label="Search runs" placeholder="Search name, target, tag, note, id" value={search} onInput={(event) => set("search", event.currentTarget.value)} />
        <select aria-label="Health" value={health} onChange={(event) => set("health", event.currentTarget.value)}><option value="">any health</option><option>healthy</option><option>strained</option><option>void</option></select>
      </div>
      {found.unreadable.length > 0 ? <details class="problems doubtful"><summary>{found.unreadable.length === 1 ? "One run cannot be read" : `${found.unreadable.length} runs cannot be read`}; the others are shown</summary><ul>{found.unreadable.map((run) => <li key={run.id}>{run.problem}</li>)}</ul></details> : null}
      <div class="frame" tabIndex={0} role="region" aria-label="Runs">
        <table class="runs history">
          <caption class="unseen">Runs</caption>
          <thead><tr><td></td>{columns.map(([key, title, isFigure]) => (
            <th key={key} scope="col" class={isFigure ? "figure" : ""} aria-sort={sort.replace("-", "") === key ? (sort[0] === "-" ? "descending" : "ascending") : undefined}>
              <button type="button" onClick={() => set("sort", sort === `-${key}` ? key : `-${key}`)}>{title}</button></th>))}<td></td></tr></thead>
          <tbody>{found.runs.map((run) => <Row key={run.id} run={run} isChosen={chosen.includes(run.id)} onChoose={() => toggle(run.id)} />)}</tbody>
        </table>
      </div>
      {found.found === 0 ? <p class="quiet-text">No run matches. <button type="button" class="small" onClick={() => go("/history", "replace")}>Show all</button></p> : null}
      {found.found > found.runs.length ? <p class="actions center"><button type="button" onClick={() => more(limit + 200)}>Show {Math.min(200, found.found - found.runs.length)} more</button></p> : null}
    </div>
  );
}

function Row({ run, isChosen, onChoose }: { run: RunRow; isChosen: boolean; onChoose: () => void }) {
  return (
    <tr class={isChosen ? "chosen" : ""}>
      <td><input type="checkbox" aria-label={`Compare ${run.name} of ${when(run.startedAt)}`} checked={isChosen} onChange={onChoose} /></td>
      <td class="time">{when(run.startedAt)}</td>
      <th scope="row"><Link to={address("history", run.id)}>{run.name}</Link> <span class="quiet-text">{run.target === run.name ? "" : run.target}</span>
        {run.tags.map((tag) => <span key={tag} class="tag">{tag}</span>)}{run.outcome === "completed" ? null : <span class="badge doubtful">{run.outcome}</span>}{run.note ? <em class="note">{run.note}</em> : null}</th>
      <td><Health state={run.health} /></td>
      <td class="figure">{run.rate}</td><td class="figure">{run.p50}</td><td class="figure">{run.p99}</td><td class={`figure ${run.failed === "none" ? "quiet" : "bad"}`}>{run.failed}</td>
      <td><button type="button" class="ghost round" aria-label={`Delete ${run.name} of ${when(run.startedAt)}`} title="Delete" onClick={() => deleteRun(run.id, run.name)}>✕</button></td>
    </tr>
  );
}

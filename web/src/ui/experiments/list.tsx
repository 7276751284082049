import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, go, Link } from "../router";
import { Empty, Health, Problems, Waiting, when } from "../parts/parts";
import type { ExperimentRow, Shared } from "../types";

/** Experiments: files that say what is compared, and what came of it. */
export function ExperimentsView({ shared }: { shared: Shared }) {
  const list = useLoaded<ExperimentRow[]>("experiments");
  useEvent("history", list.reload, [list.reload]);
  useEvent("experiment", list.reload, [list.reload]);
  const files = shared.folder.files.filter((file) => file.kind === "experiment");
  if (!list.value) return list.failure ? <div class="page"><Problems {...list.failure} /></div> : <Waiting what="Reading the experiments" />;
  return (
    <div class="page">
      <div class="heading"><div><h1>Experiments</h1><p class="subtitle">Variants measured in turn, launch by launch, with a verdict you can defend.</p></div>
        <div class="actions"><button type="button" class="primary" onClick={() => go("/experiments/new")}>New experiment</button></div></div>
      {files.length === 0 && list.value.length === 0 ? (
        <Empty title="No experiment in this folder yet"><p>Which runtime, branch or setting is faster? An experiment starts each variant afresh in every round, and says how sure the answer is.</p>
          <p class="actions"><button type="button" class="primary" onClick={() => go("/experiments/new")}>Write the first one</button></p></Empty>
      ) : null}
      {files.length > 0 ? <><h2>Files</h2><ul class="cards" aria-label="Experiment files">{files.map((file) => (
        <li key={file.path} class="card"><Link to={address("experiments", "start", file.path)} class="whole"><strong>{file.path.split("/").pop()}</strong><span>{file.path.includes("/") ? file.path.slice(0, file.path.lastIndexOf("/")) : ""}</span></Link>
          <footer><span class="kind experiment">experiment</span><Link to={address("s", file.path)} label={`Edit ${file.path}`}>Edit</Link><Link to={address("experiments", "start", file.path)} class="go" label={`Start ${file.path}`}>Start ▸</Link></footer></li>
      ))}</ul></> : null}
      {list.value.length > 0 ? <><h2>Results</h2>
        <div class="frame" tabIndex={0} role="region" aria-label="Started experiments"><table class="runs"><caption class="unseen">Experiments</caption>
          <thead><tr><th scope="col">When</th><th scope="col">Experiment</th><th scope="col">Health</th><th scope="col" class="figure">Trials</th><th scope="col">Verdicts</th></tr></thead>
          <tbody>{list.value.map((row) => (
            <tr key={row.id}><td class="time">{row.startedAt ? when(row.startedAt) : ""}</td>
              <th scope="row"><Link to={address("experiments", row.id)}>{row.name ?? row.id}</Link>{row.problem ? <em class="note">{row.problem}</em> : null}</th>
              <td><Health state={row.health} /></td><td class="figure">{row.trials}</td>
              <td>{row.verdicts.slice(0, 6).map((pair) => <span key={pair.variant} class="pair-word">{pair.variant} <b class={`word ${pair.verdict}`}>{pair.verdict.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</b></span>)}</td></tr>
          ))}</tbody></table></div></> : null}
    </div>
  );
}

import { useState } from "preact/hooks";
import { post, problemsOf } from "../api";
import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, go } from "../router";
import { Command, Problems, Waiting } from "../parts/parts";
import { Report } from "../history/report";
import type { LiveState, ReportView, SessionView, Shared } from "../types";

/** The verdicts of an experiment, or its progress. */
export function ExperimentReport({ id, shared }: { id: string; shared: Shared }) {
  const report = useLoaded<ReportView>(`experiments/${id}`);
  useEvent("history", report.reload, [report.reload]);
  useEvent("experiment", report.reload, [report.reload]);
  const running = shared.live.find((state) => state.kind === "experiment" && state.stage !== "ended");
  if (!report.value) return report.failure ? <div class="page"><h1>{id}</h1><Problems {...report.failure} />
    <p class="actions">{running ? <button type="button" class="primary" onClick={() => go(address("live", running.id))}>Watch it</button> : <button type="button" onClick={() => go("/experiments")}>Back to the experiments</button>}</p></div> : <Waiting what="Reading the experiment" />;
  return <div class="page"><Report report={report.value} /></div>;
}

/** How an experiment is started. */
export function StartExperiment({ path, shared }: { path: string; shared: Shared }) {
  const file = useLoaded<SessionView>("session", { path });
  const [isQuick, quick] = useState(true);
  const [resumes, resume] = useState(false);
  const [untilClear, clear] = useState(false);
  const [rounds, count] = useState("");
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const running = shared.live.find((state) => state.stage !== "ended");
  const start = async (event: Event) => {
    event.preventDefault();
    try {
      const state = await post<LiveState>("experiments", { path, isQuick, rounds: rounds ? Number(rounds) : null, untilClear, resumes });
      go(address("live", state.id));
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };
  const words = ["dyno compare", path, isQuick ? "--quick" : "", rounds ? `--rounds ${rounds}` : "", untilClear ? "--until-clear" : "", resumes ? "--resume" : ""].filter(Boolean).join(" ");
  return (
    <div class="page">
      <div class="heading"><div><h1>{path}</h1><p class="subtitle">An experiment: variants in turn, a fresh process for each trial</p></div>
        <div class="actions"><button type="button" onClick={() => go(address("s", path))}>Edit</button></div></div>
      <form class="part run-form" onSubmit={start}>
        <div class="grid">
          <label class="check"><input type="checkbox" checked={isQuick} onChange={(event) => quick(event.currentTarget.checked)} /> <code>--quick</code><small>A first look: few, short rounds; verdicts are often unclear</small></label>
          <label class="check"><input type="checkbox" checked={untilClear} onChange={(event) => clear(event.currentTarget.checked)} /> <code>--until-clear</code><small>More rounds until every verdict is clear, checked at planned looks</small></label>
          <label class="check"><input type="checkbox" checked={resumes} onChange={(event) => resume(event.currentTarget.checked)} /> <code>--resume</code><small>Resume the latest interrupted run of the same experiment</small></label>
          <label><code>--rounds</code><input inputMode="numeric" value={rounds} placeholder="as the file says" onInput={(event) => count(event.currentTarget.value.replace(/\D/g, ""))} /><small>A round measures each variant once</small></label>
        </div>
        <div class="bottom"><Command text={words} />{wrong ? <Problems {...wrong} /> : null}
          {running ? <p class="hint" role="status">{running.target} is running: one at a time, or they would measure each other.</p> : null}
          <p class="actions"><button class="primary big">Start</button></p></div>
      </form>
      {file.value ? <section class="part"><h2>The experiment</h2><pre class="code" tabIndex={0}>{file.value.text}</pre></section> : file.failure ? <Problems {...file.failure} /> : null}
    </div>
  );
}

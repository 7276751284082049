import { useEffect, useMemo, useState } from "preact/hooks";
import { post, problemsOf } from "../api";
import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, go, Link } from "../router";
import { Command, Empty, Plot, Problems, Waiting } from "../parts/parts";
import { notify } from "../shell/notices";
import type { LiveDetail, LiveFigure, ReportView, Shared, Snapshot } from "../types";
import { clock, figure } from "../../charts/figures";
import { Rounds } from "../experiments/rounds";
import { Report } from "../history/report";
import { chartsOf } from "./series";

/** A run or an experiment as it goes on. */
export function LiveView({ id, shared }: { id: string; shared: Shared }) {
  const loaded = useLoaded<LiveDetail>(`live/${id}`);
  const [snapshots, setSnapshots] = useState<Snapshot[]>([]);
  const [log, setLog] = useState<string[]>([]);
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  useEffect(() => {
    if (!loaded.value) return;
    setSnapshots(loaded.value.snapshots);
    setLog(loaded.value.log);
  }, [loaded.value]);
  useEvent("snapshot", (content) => {
    const told = content as { id: string; snapshot: Snapshot };
    if (told.id === id) setSnapshots((old) => [...old, told.snapshot]);
  }, [id]);
  useEvent("log", (content) => {
    const told = content as { id: string; line: string };
    if (told.id === id) setLog((old) => [...old.slice(-399), told.line]);
  }, [id]);
  useEvent("again", loaded.reload, [loaded.reload]);

  const state = shared.live.find((other) => other.id === id) ?? loaded.value?.state;
  if (!state) {
    return loaded.failure ? <div class="page"><Empty title="This run is over"><p>{loaded.failure.problems.join(" ")}</p><p class="actions"><button type="button" class="primary" onClick={() => go("/history")}>Open the history</button></p></Empty></div>
      : <Waiting what="Looking for the run" />;
  }
  const isOver = state.stage === "ended";
  const stop = async () => {
    try {
      await post(`live/${id}/stop`);
      notify(state.stage === "stopping" ? "Cutting what is in flight" : "Stopping: work in flight ends, then the result is kept");
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };
  const stages = { starting: "starting", running: state.kind === "run" ? "running" : "measuring", stopping: "stopping", ended: state.ending ?? "ended" };
  const last = snapshots[snapshots.length - 1];
  return (
    <div class="page wide-page">
      <div class="heading">
        <div><h1>{state.target}</h1>
          <p class="subtitle" role="status">{isOver ? null : <span class="pulse" aria-hidden="true"></span>} {stages[state.stage]}{last && !isOver && state.kind === "run" ? `, ${last.phase === "warmup" ? "warm-up" : last.phase} ${clock(Math.round(last.elapsedSeconds))} of ${clock(last.plannedSeconds)}` : ""}</p></div>
        <div class="actions">
          {isOver && state.resultId ? <Link to={address("history", state.resultId)} class="button primary">See the report</Link> : null}
          {isOver ? null : <button type="button" class="danger" onClick={stop}>{state.stage === "stopping" ? "Cut it off" : "Stop"}</button>}
          {isOver && state.kind === "run" ? <button type="button" onClick={() => go(`/run?target=${encodeURIComponent(state.target)}`)}>Run again…</button> : null}
        </div>
      </div>
      {wrong ? <Problems {...wrong} /> : null}
      {isOver && state.exitCode !== 0 && !state.resultId ? <Problems problems={log.filter((line) => line.startsWith("dyno:") || line.startsWith("      ")).slice(-6).map((line) => line.replace(/^dyno: /, ""))} /> : null}
      {last && !isOver && state.kind === "run" ? <progress value={Math.min(last.elapsedSeconds, last.plannedSeconds)} max={Math.max(0.001, last.plannedSeconds)} aria-label="Progress"></progress> : null}
      <Command text={state.command} />
      {state.kind === "experiment" ? <Rounds id={id} state={state} /> : null}
      {state.kind !== "run" ? null : isOver && state.resultId ? <Outcome id={state.resultId} /> : <Dials snapshots={snapshots} figures={loaded.value?.figures ?? []} isOver={isOver} log={log} />}
      <details class="part log" open={snapshots.length === 0}><summary>Output</summary><pre class="code" tabIndex={0} aria-label="Output">{log.join("\n") || "nothing yet"}</pre></details>
    </div>
  );
}

/** The result's own verdict and figures, once there is a result: the live ones are of the last second, and have not seen all of the run. */
function Outcome({ id }: { id: string }) {
  const report = useLoaded<ReportView>(`history/${id}`);
  return report.value ? <Report report={report.value} /> : report.failure ? <Problems {...report.failure} /> : <Waiting what="Reading the result" />;
}

function Dials({ snapshots, figures, isOver, log }: { snapshots: Snapshot[]; figures: LiveFigure[]; isOver: boolean; log: string[] }) {
  const charts = useMemo(() => chartsOf(snapshots, figures), [snapshots, figures]);
  const last = snapshots[snapshots.length - 1];
  if (!last) return isOver ? null : <p class="waiting" role="status">{log[log.length - 1]?.replace(/^dyno: /, "") ?? "Starting"}…</p>;
  const failed = last.failedRequests;
  const cpu = [...snapshots].reverse().find((snapshot) => snapshot.server)?.server?.figures["server.cpu"];
  return (
    <>
      {isOver ? <p class="hint" role="status">The run has ended: its figures and its verdict are in the report. Below is how it went.</p> : <><Standing last={last} />
      <dl class="tiles">
        <Tile label="Rate" value={figure(last.requestsPerSecond, "rate")} note={last.offeredPerSecond === undefined ? `${last.requests.toLocaleString("en")} requests` : `${figure(last.offeredPerSecond, "rate").replace("/s", "")} starts/s offered`} />
        <Tile label="p50" value={last.p50Nanos ? figure(last.p50Nanos, "time") : "–"} note="response time, last second" />
        <Tile label="p99" value={last.p99Nanos ? figure(last.p99Nanos, "time") : "–"} note="response time, last second" />
        <Tile label="Failed" value={failed.toLocaleString("en")} tone={failed > 0 ? "bad" : "good"} note={failed > 0 ? Object.entries(last.errors).map(([kind, count]) => `${kind} × ${count.toLocaleString("en")}`).join(", ") : "no errors"} />
        {last.droppedIterations > 0 ? <Tile label="Dropped starts" value={last.droppedIterations.toLocaleString("en")} tone="doubtful" note="no user was free" /> : null}
        <Tile label="Users" value={last.activeVirtualUsers.toLocaleString("en")} note="in an iteration" />
        {cpu === undefined ? null : <Tile label="Server CPU" value={figure(cpu, "cores")} note="CPUs busy" />}
      </dl></>}
      <div class="charts live">{charts.map((chart) => <Plot key={chart.id} chart={chart} height={chart.id === "live-rate" || chart.id === "live-latency" ? 240 : 170} />)}</div>
    </>
  );
}

// Times are counted in milliseconds, as in k6.
const standing = (threshold: { metric: string; expression: string; value?: number }): string =>
  threshold.value === undefined ? "–" : /time|duration|waiting|connecting|blocked|sending|receiving|handshaking/.test(threshold.metric) && !/^(count|rate)/.test(threshold.expression)
    ? figure(threshold.value * 1e6, "time") : String(Number(threshold.value.toPrecision(4)));

/** Health and thresholds as they stand. */
function Standing({ last }: { last: Snapshot }) {
  return (
    <div class="standing">
      {last.health ? (
        <section class={`verdict ${{ healthy: "good", strained: "doubtful", void: "bad" }[last.health.state]}`} aria-label="Health so far">
          <p class="word">{last.health.state}</p>
          <div><p class="sentence">{last.health.state === "healthy" ? "Nothing casts doubt on these figures so far." : last.health.state === "void" ? "If this run ended now, it would be void:" : "If this run ended now, its figures would come with a reservation:"}</p>
            {last.health.findings.length > 0 ? <ul class="findings">{last.health.findings.map((finding) => <li key={finding.rule} class={finding.state === "void" ? "bad" : "doubtful"}>{finding.message} <span class="rule">{finding.rule}</span></li>)}</ul> : null}</div>
        </section>
      ) : null}
      {last.thresholds?.length ? (
        <section class="thresholds" aria-label="Thresholds">{last.thresholds.map((threshold) => (
          <p key={threshold.metric + threshold.expression} class={threshold.passes ? "good" : "bad"}><b>{threshold.passes ? "✓" : "✕"}</b> <code>{threshold.metric}: {threshold.expression}</code> <span>now {standing(threshold)}</span></p>
        ))}</section>
      ) : null}
    </div>
  );
}

const Tile = (props: { label: string; value: string; note: string; tone?: string }) =>
  <div class={`tile ${props.tone ?? "plain"}`}><dt>{props.label}</dt><dd class="value">{props.value}</dd><dd class="note">{props.note}</dd></div>;

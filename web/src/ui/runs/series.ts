import type { Chart, Line, Unit } from "../../charts/chart";
import type { LiveFigure, Snapshot } from "../types";

const roles = ["first", "fifth", "third", "fourth", "second"];

/** The charts of a run that goes on. Every value is one of a snapshot: nothing is computed here. */
export function chartsOf(all: Snapshot[], figures: LiveFigure[]): Chart[] {
  // The last look of a phase comes right after the one before: a few milliseconds are no second.
  const snapshots = all.filter((snapshot, index) => index === 0 || snapshot.elapsedSeconds - all[index - 1]!.elapsedSeconds > 0.4 || snapshot.elapsedSeconds < all[index - 1]!.elapsedSeconds);
  const x = timesOf(snapshots);
  const warmUp = snapshots.filter((snapshot) => snapshot.phase === "warmup").length;
  const bands = warmUp > 0 ? [{ from: 0, to: x[warmUp - 1]!, label: "warm-up" }] : [];
  const has = (value: (snapshot: Snapshot) => unknown) => snapshots.some((snapshot) => value(snapshot) !== undefined);
  const line = (name: string, value: (snapshot: Snapshot) => number | undefined, role: string, style: Line["style"] = "line"): Line =>
    ({ name, values: snapshots.map((snapshot) => value(snapshot) ?? null), role, style });
  const chart = (id: string, title: string, unit: Unit, summary: string, lines: Line[]): Chart =>
    ({ id: `live-${id}`, title, summary, axis: "seconds", unit, isLogarithmic: false, x, labels: [], lines, bands });

  const charts = [
    chart("rate", has((s) => s.offeredPerSecond) ? "Rate offered and achieved" : "Rate", "rate", "requests each second", [
      line("achieved", (s) => s.requestsPerSecond, "first", "area"),
      ...(has((s) => s.offeredPerSecond) ? [line("offered (starts due)", (s) => s.offeredPerSecond, "target", "dashed")] : []),
    ]),
    {
      ...chart("latency", "Response time", "time", "percentiles of each second", [
        line("p50", (s) => s.p50Nanos, "first"), line("p95", (s) => s.p95Nanos, "second"), line("p99", (s) => s.p99Nanos, "third"), line("max", (s) => s.maxNanos, "quiet"),
      ]),
      isLogarithmic: true,
      fills: [{ upper: 1, lower: 0, role: "first", alpha: 0.16 }, { upper: 2, lower: 1, role: "second", alpha: 0.14 }, { upper: 3, lower: 2, role: "third", alpha: 0.1 }],
    },
    chart("users", "Users", "count", "in an iteration", [line("users", (s) => s.activeVirtualUsers, "fifth", "area")]),
  ];
  if (snapshots.some((s) => s.failedRequests > 0 || s.droppedIterations > 0)) {
    charts.push(chart("errors", "Failures so far", "count", "failed requests and dropped starts", [
      line("failed requests", (s) => s.failedRequests, "bad", "area"), line("dropped starts", (s) => s.droppedIterations, "second"),
    ]));
  }
  figures.forEach(({ name, title, unit, factor }, index) => {
    const value = (snapshot: Snapshot) => { const known = snapshot.server?.figures[name]; return known === undefined ? undefined : known * factor; };
    if (has(value)) charts.push(chart(name.replaceAll(".", "-"), title, unit, "of the program under test", [line(title, value, roles[index % roles.length]!, "area")]));
  });
  return charts;
}

// Each phase counts from its own start; on the screen they follow each other.
function timesOf(snapshots: Snapshot[]): number[] {
  let [before, last, phase] = [0, 0, ""];
  return snapshots.map((snapshot) => {
    const recording = snapshot.phase === "warmup" ? "warmup" : "measure";
    if (phase && recording !== phase) before = last;
    phase = recording;
    last = Math.max(last + 0.001, before + snapshot.elapsedSeconds);
    return last;
  });
}

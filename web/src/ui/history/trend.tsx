import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { Command, Problems, Waiting } from "../parts/parts";
import { go } from "../router";
import type { ReportView } from "../types";
import { Report } from "./report";

const metrics = ["rate", "p50", "p99", "server.cpuPerRequest", "server.allocatedPerRequest", "server.workingSet"];

/** What `dyno trend` says of the records in this folder. */
export function TrendView({ query }: { query: URLSearchParams }) {
  const metric = query.get("metric") ?? "";
  const trend = useLoaded<ReportView>("trend", { metric });
  useEvent("experiment", trend.reload, [trend.reload]);
  return (
    <div class="page">
      <div class="heading"><div>{trend.value ? null : <h1>Trend</h1>}<p class="subtitle">From commit to commit: the records in <code>.dyno/history</code></p></div>
        <div class="actions"><label>Metric{" "}
          <select value={metric} onChange={(event) => go(event.currentTarget.value ? `/trend?metric=${encodeURIComponent(event.currentTarget.value)}` : "/trend")}>
            <option value="">the headline</option>
            {(metrics.includes(metric) || !metric ? metrics : [metric, ...metrics]).map((name) => <option key={name} value={name}>{name}</option>)}
          </select></label></div></div>
      {trend.value ? <Report report={trend.value} /> : trend.failure ? <Problems {...trend.failure} /> : <Waiting what="Reading the history" />}
      <Command text={`dyno trend${metric ? ` --metric ${metric}` : ""}`} />
    </div>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { draw, resize } from "../../charts/draw";
import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { go } from "../router";
import { Problems, Waiting } from "../parts/parts";
import { onThemeChange } from "../shell/theme";
import { drawFlames } from "../../charts/flame";
import { makeSortable } from "../../report/sorting";
import type { DownloadFormat, ReportView, Shared } from "../types";
import { deleteRun, Marks } from "./marks";

/** A stored run: the same report as `dyno report -f html`. */
export function RunReport({ id }: { id: string; shared: Shared }) {
  const report = useLoaded<ReportView>(`history/${id}`);
  useEvent("history", report.reload, [report.reload]);
  if (!report.value) return report.failure ? <div class="page"><h1>{id}</h1><Problems {...report.failure} /><p class="actions"><button type="button" onClick={() => go("/history")}>Back to the history</button></p></div> : <Waiting what="Reading the run" />;
  return (
    <div class="page">
      <div class="actions report-actions">
        <Downloads id={id} />
        <button type="button" onClick={() => go(`/history?search=${encodeURIComponent(report.value!.title)}`)}>Compare with…</button>
        <button type="button" onClick={async () => { if (await deleteRun(id, report.value!.title)) go("/history"); }}>Delete</button>
      </div>
      <Marks id={id} tags={report.value.tags} note={report.value.note} onChange={report.reload} />
      <Report report={report.value} />
    </div>
  );
}

/** Runs side by side. */
export function CompareView({ ids }: { ids: string[] }) {
  const report = useLoaded<ReportView>(ids.length > 1 ? "compare" : undefined, { ids: ids.join(",") });
  if (ids.length < 2) return <div class="page"><h1>Compare</h1><p>Choose two runs or more in the history.</p><p class="actions"><button type="button" class="primary" onClick={() => go("/history")}>To the history</button></p></div>;
  if (!report.value) return report.failure ? <div class="page"><h1>Compare</h1><Problems {...report.failure} /></div> : <Waiting what="Comparing" />;
  return (
    <div class="page">
      <div class="actions report-actions">
        <button type="button" onClick={() => go(`/compare?ids=${[...ids.slice(1), ids[0]].join(",")}`)}>Another baseline</button>
        <button type="button" class="primary" onClick={() => go(`/experiments/new?ids=${ids.join(",")}`)}>Measure it properly…</button>
      </div>
      <Report report={report.value} />
    </div>
  );
}

/** How the program moved from commit to commit: what `dyno trend` shows. */
export function TrendView() {
  const report = useLoaded<ReportView>("trend");
  if (!report.value) return report.failure ? <div class="page"><h1>Trend</h1><Problems {...report.failure} /></div> : <Waiting what="Reading the records of the commits" />;
  return <div class="page"><div class="actions report-actions"><button type="button" onClick={report.reload}>Look again</button></div><Report report={report.value} /></div>;
}

/** A report's markup, as the server's one encoder wrote it, with its charts drawn. */
export function Report({ report }: { report: ReportView }) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<string>();
  useEffect(() => {
    const key = report.html;
    if (shown === key) return undefined; // tags have changed, and nothing else
    box.current!.innerHTML = report.html;
    show(key);
    makeSortable();
    return undefined;
  }, [report]);
  useEffect(() => {
    const plots = new Map<HTMLElement, uPlot>();
    const redrawFlames = drawFlames(box.current!);
    const drawAll = () => {
      redrawFlames();
      for (const chart of report.charts) {
        const frame = box.current!.querySelector<HTMLElement>(`#chart-${CSS.escape(chart.id)} .plot`);
        if (!frame) continue;
        plots.get(frame)?.destroy();
        plots.set(frame, draw(chart, frame));
      }
    };
    drawAll();
    const watch = new ResizeObserver(() => { for (const [frame, plot] of plots) resize(plot, frame); });
    for (const frame of plots.keys()) watch.observe(frame);
    const forget = onThemeChange(drawAll);
    return () => {
      watch.disconnect();
      forget();
      for (const plot of plots.values()) plot.destroy();
    };
  }, [shown]);
  return <div class="report" ref={box}></div>;
}

function Downloads({ id }: { id: string }) {
  const [isOpen, open] = useState(false);
  const formats = useLoaded<DownloadFormat[]>("report-formats");
  return (
    <div class="menu" onKeyDown={(event) => { if (event.key === "Escape") open(false); }}>
      <button type="button" aria-haspopup="menu" aria-expanded={isOpen} onClick={() => open(!isOpen)}>Download ▾</button>
      {isOpen ? <div role="menu" class="items">{formats.value?.map(({ format, extension }) => <a key={format} role="menuitem" href={`/api/history/${id}/files/${format}`} download onClick={() => open(false)}>{format} <small>{extension}</small></a>)}</div> : null}
    </div>
  );
}

import type uPlot from "uplot";
import type { Chart } from "../charts/chart";
import { draw, resize } from "../charts/draw";

/** Draws every chart of the page and keeps it as wide as its frame. Returns what draws them again in the colours of now. */
export function drawAll(): () => void {
  const charts = JSON.parse(document.getElementById("charts")?.textContent ?? "[]") as Chart[];
  const frames = charts.flatMap((chart) => {
    const frame = document.querySelector<HTMLElement>(`#chart-${CSS.escape(chart.id)} .plot`);
    return frame ? [{ chart, frame }] : [];
  });
  const plots = new Map<HTMLElement, uPlot>();

  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const plot = plots.get(target as HTMLElement);
      if (plot) resize(plot, target as HTMLElement);
    }
  });

  const redraw = () => {
    for (const { chart, frame } of frames) {
      plots.get(frame)?.destroy();
      plots.set(frame, draw(chart, frame));
    }
  };

  redraw();
  for (const { frame } of frames) watch.observe(frame);
  return redraw;
}

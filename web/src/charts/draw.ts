import uPlot from "uplot";
import type { Chart, Line } from "./chart";
import { colourOf, tinted, variable } from "./colours";
import { clock, figure, percentile, tick } from "./figures";

const usualHeight = 260;
const together = uPlot.sync("seconds");

/** Draws a chart into an element and returns what redraws or removes it. */
export function draw(chart: Chart, into: HTMLElement, height = usualHeight): uPlot {
  return new uPlot(options(chart, widthFor(into), height), dataOf(chart), into);
}

/** The points as they are handed to a chart that is drawn already. */
export function dataOf(chart: Chart): uPlot.AlignedData {
  return [chart.x, ...chart.lines.map((line) => line.values)] as uPlot.AlignedData;
}

export function resize(plot: uPlot, into: HTMLElement): void {
  const width = widthFor(into);
  if (plot.width !== width) plot.setSize({ width, height: plot.height });
}

function widthFor(into: HTMLElement): number {
  return Math.max(280, into.clientWidth);
}

function options(chart: Chart, width: number, height: number): uPlot.Options {
  return {
    width,
    height,
    padding: [12, chart.axis === "nines" ? 26 : 14, 0, 0], // p99.999 stands around the right edge
    legend: { show: chart.lines.length <= 8 },
    cursor: {
      drag: { x: chart.axis !== "categories", y: false },
      points: { size: 7 },
      ...(chart.axis === "seconds" ? { sync: { key: together.key } } : {}),
    },
    scales: { x: { time: false, ...rangeOfX(chart) }, y: scaleOfY(chart) },
    axes: [axisX(chart), axisY(chart)],
    series: [
      { label: nameOfX(chart), value: (_: uPlot, x: number | null) => (x === null ? "–" : place(chart, x)) },
      ...chart.lines.map((line) => series(chart, line)),
    ],
    ...(chart.fills ? { bands: chart.fills.map(({ upper, lower, role, alpha }) => ({ series: [upper + 1, lower + 1] as [number, number], fill: tinted(colourOf(role), alpha) })) } : {}),
    hooks: {
      drawClear: [(plot: uPlot) => drawBands(plot, chart)],
      // Without a cursor the legend has no values to show, and says names only.
      init: [(plot: uPlot) => plot.root.classList.add("idle")],
      setCursor: [(plot: uPlot) => plot.root.classList.toggle("idle", plot.cursor.idx === null || plot.cursor.idx === undefined)],
    },
  };
}

function series(chart: Chart, line: Line): uPlot.Series {
  const colour = colourOf(line.role);
  const common: uPlot.Series = {
    label: line.name,
    stroke: colour,
    width: line.role === "quiet" ? 1 : 2,
    points: { show: line.style === "dots" || chart.x.length === 1, size: 7, fill: colour, stroke: colour },
    spanGaps: line.style === "dots",
    value: (_, value) => (value === null || value === undefined ? "–" : figure(value, chart.unit)),
  };
  switch (line.style) {
    case "area": return { ...common, fill: tinted(colour, 0.14) };
    case "dashed": return { ...common, dash: [7, 5] };
    // Without a line around them: it would mark the seconds in which there was nothing, too.
    case "bars": return { ...common, width: 0, fill: tinted(colour, 0.65), paths: uPlot.paths.bars!({ size: [0.8, 40], align: chart.axis === "seconds" ? -1 : 0 }) };
    // The line only says which dots belong together.
    case "dots": return { ...common, stroke: tinted(colour, 0.45), width: 1.25 };
    default: return common;
  }
}

function scaleOfY(chart: Chart): uPlot.Scale {
  if (chart.isLogarithmic) return { distr: 3 };
  if (chart.unit === "ratio") return {};
  const startsAtZero = chart.axis !== "categories";
  return startsAtZero ? { range: (_, __, top) => [0, top > 0 ? top * 1.08 : 1] } : {};
}

function rangeOfX(chart: Chart): Partial<uPlot.Scale> {
  if (chart.axis === "categories") return { range: () => [-0.35, Math.max(0.65, chart.x.length - 0.65)] };
  if (chart.axis !== "seconds" && chart.axis !== "nines") return {};
  const first = chart.x[0] ?? 0;
  if (first < 0) return {};
  // From the start, also where the first point stands at the end of an interval; a stretch that was dragged out stays as it is.
  return { range: (_, low, high) => [low <= first ? 0 : low, high] };
}

function axisX(chart: Chart): uPlot.Axis {
  const axis = { ...look(), size: 34 };
  if (chart.axis === "seconds") return { ...axis, values: (_, ticks) => ticks.map(clock) };
  if (chart.axis === "rates") return { ...axis, values: (_, ticks) => ticks.map((at) => `${tick(at, "rate", largestOf(ticks))}/s`) };
  if (chart.axis === "categories") {
    const names = chart.labels.map(shortened);
    return {
      ...axis,
      splits: () => chart.x,
      values: (_, ticks) => ticks.map((at) => names[at] ?? ""),
      // Names that do not fit beside each other stand aslant.
      rotate: (plot) => (fitBeside(names, plot.width) ? 0 : -40),
      size: (plot) => (fitBeside(names, plot.width) ? 34 : 26 + 0.65 * Math.max(...names.map(widthOf))),
    };
  }
  const marks = [0, Math.log10(2), 1, 2, 3, 4, 5, 6];
  return {
    ...axis,
    splits: (plot) => marks.filter((at) => at >= (plot.scales["x"]!.min ?? 0) && at <= (plot.scales["x"]!.max ?? 6) + 1e-9),
    values: (plot, ticks) => apart(ticks, plot).map((at) => (at === null ? "" : percentile(at))),
  };
}

// From the tail, which matters, to the left: a label that would run into the next one is left out.
function apart(ticks: number[], plot: uPlot): (number | null)[] {
  const { min, max } = plot.scales["x"]!;
  const perNine = (plot.width - 90) / Math.max(1e-9, (max ?? 6) - (min ?? 0));
  let next = Infinity;
  return [...ticks].reverse().map((at) => {
    if ((next - at) * perNine < 12 + widthOf(percentile(at))) return null;
    next = at;
    return at;
  }).reverse();
}

function fitBeside(names: string[], width: number): boolean {
  return Math.max(...names.map(widthOf)) + 8 < (width - 90) / Math.max(1, names.length);
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}

// About 7 pixels for a character of the axis.
function widthOf(text: string): number {
  return 7 * text.length;
}

function axisY(chart: Chart): uPlot.Axis {
  return {
    ...look(),
    ...(chart.unit === "memory" ? { incrs: powersOfTwo } : {}),
    // On a logarithmic scale only 1, 2 and 5 of each decade have a line.
    ...(chart.isLogarithmic ? { grid: { ...look().grid, filter: roundOnly }, ticks: { ...look().ticks, filter: roundOnly } } : {}),
    size: (_, values) => 16 + 7 * Math.max(4, ...(values ?? []).map((text) => text?.length ?? 0)),
    // A logarithmic axis goes over many steps: there each tick has its own.
    values: (_, ticks) => ticks.map((at) => (at === null || (chart.isLogarithmic && !isRound(at)) ? ""
      : tick(at, chart.unit, chart.isLogarithmic ? at : largestOf(ticks)))),
  };
}

function largestOf(ticks: (number | null)[]): number {
  return Math.max(...ticks.map((at) => Math.abs(at ?? 0)));
}

function look(): uPlot.Axis {
  const line = { stroke: variable("--grid"), width: 1 };
  return { stroke: variable("--muted"), font: "12px system-ui, sans-serif", grid: line, ticks: { ...line, size: 5 } };
}

// Memory is counted in 1,024s: steps of 16 MiB, not of 19.073.
const powersOfTwo = Array.from({ length: 50 }, (_, power) => 2 ** power);

function roundOnly(_: uPlot, splits: number[]): (number | null)[] {
  return splits.map((at) => (isRound(at) ? at : null));
}

function isRound(value: number): boolean {
  const first = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((round) => Math.abs(first - round) < 1e-6);
}

function nameOfX(chart: Chart): string {
  return { seconds: "time", nines: "percentile", categories: "variant", rates: "offered" }[chart.axis];
}

function place(chart: Chart, x: number): string {
  switch (chart.axis) {
    case "seconds": return clock(x);
    case "nines": return percentile(x);
    case "rates": return figure(x, "rate");
    default: return chart.labels[x] ?? "";
  }
}

function drawBands(plot: uPlot, chart: Chart): void {
  for (const band of chart.bands) {
    const [left, right] = [plot.valToPos(band.from, "x", true), plot.valToPos(band.to, "x", true)];
    plot.ctx.save();
    plot.ctx.fillStyle = variable("--shade");
    plot.ctx.fillRect(left, plot.bbox.top, right - left, plot.bbox.height);
    plot.ctx.fillStyle = variable("--muted");
    plot.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    plot.ctx.textBaseline = "top";
    plot.ctx.textAlign = "left";
    plot.ctx.fillText(band.label, left + 6 * devicePixelRatio, plot.bbox.top + 6 * devicePixelRatio);
    plot.ctx.restore();
  }
}

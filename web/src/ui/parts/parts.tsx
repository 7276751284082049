import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import type { Chart } from "../../charts/chart";
import { dataOf, draw, resize } from "../../charts/draw";
import { onThemeChange } from "../shell/theme";

/** What is wrong, and what to do about it. */
export function Problems(props: { problems: readonly string[]; hint?: string | undefined; tone?: "bad" | "doubtful" }) {
  if (props.problems.length === 0) return null;
  return (
    <div class={`problems ${props.tone ?? "bad"}`} role="alert">
      <ul>{props.problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
      {props.hint ? <p class="hint">{props.hint}</p> : null}
    </div>
  );
}

/** What an empty view says: the first step. */
export function Empty(props: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="mark big" aria-hidden="true"></span>
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

export function Waiting(props: { what: string }) {
  return <p class="waiting" role="status">{props.what}…</p>;
}

/** A chart that is drawn once, and gets new points as they come. */
export function Plot(props: { chart: Chart; height?: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const shape = `${props.chart.id}|${props.chart.lines.map((line) => line.name).join("|")}|${props.chart.isLogarithmic}|${props.chart.x.length > 1}`;

  useEffect(() => {
    const into = frame.current!;
    const redraw = () => {
      plot.current?.destroy();
      plot.current = draw(props.chart, into, props.height);
    };
    redraw();
    const watch = new ResizeObserver(() => plot.current && resize(plot.current, into));
    watch.observe(into);
    const forget = onThemeChange(redraw);
    return () => {
      watch.disconnect();
      forget();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(dataOf(props.chart)), [props.chart]);

  return (
    <figure class="chart">
      <figcaption><strong>{props.chart.title}</strong> <span>{props.chart.summary}</span></figcaption>
      <div class="plot" role="img" aria-label={`${props.chart.title}: ${props.chart.summary}`} ref={frame}></div>
    </figure>
  );
}

/** A button that copies a text and says so. */
export function Copy(props: { text: string; label?: string }) {
  const [isDone, done] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.text).catch(() => undefined);
    done(true);
    setTimeout(() => done(false), 1_600);
  };
  return <button type="button" class="small" onClick={copy} aria-live="polite">{isDone ? "Copied" : props.label ?? "Copy"}</button>;
}

/** A command line as one would type it. */
export function Command(props: { text: string }) {
  return (
    <div class="command">
      <code tabIndex={0} aria-label="Command line">{props.text}</code>
      <Copy text={props.text} />
    </div>
  );
}

/** A dialogue of the browser's own kind: it keeps the focus, and Escape closes it. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  // Before the next key: an Escape that follows at once must find it open.
  useLayoutEffect(() => {
    if (!box.current!.open) box.current!.showModal();
  }, []);
  return (
    <dialog ref={box} class={props.wide ? "wide" : undefined} aria-label={props.title} onClose={props.onClose}
      onClick={(event) => { if (event.target === box.current) box.current!.close(); }}>
      <div class="inside">
        <header><h2>{props.title}</h2><button type="button" class="ghost round" aria-label="Close" onClick={() => box.current!.close()}>✕</button></header>
        {props.children}
      </div>
    </dialog>
  );
}

export function when(time: string): string {
  const at = new Date(time);
  const isToday = at.toDateString() === new Date().toDateString();
  const clock = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return isToday ? `today ${clock}` : `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")} ${clock}`;
}

export const Health = (props: { state: string | null | undefined }) => {
  const tone = { healthy: "good", strained: "doubtful", void: "bad" }[props.state ?? ""] ?? "quiet";
  return <span class={`badge ${tone}`}>{props.state ?? "not finished"}</span>;
};

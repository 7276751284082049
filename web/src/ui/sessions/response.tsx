import { Copy } from "../parts/parts";
import type { SentRequest } from "../types";

/** What came back. Shown as text, whatever it says it is. */
export function Response({ sent, isSending }: { sent: SentRequest | undefined; isSending: boolean }) {
  if (!sent) return <section class="response part" aria-label="Response"><p class="quiet-text">{isSending ? "Waiting for the answer…" : "Send a request to see its answer here: status, headers, body, and where the time went."}</p></section>;
  if (sent.problem) return <section class="response part" aria-label="Response"><p class="status bad" role="status">No answer</p><p>{sent.problem}</p><p class="hint">{sent.asked}. Is the server running?</p></section>;
  const total = sent.timings.reduce((sum, phase) => sum + phase.nanos, 0);
  return (
    <section class="response part" aria-label="Response">
      <p class={`status ${sent.status < 400 ? (sent.status < 300 ? "good" : "doubtful") : "bad"}`} role="status"><b>{sent.status}</b> {sent.reason} <span>{sent.total} · {sent.size} · {sent.protocol}</span></p>
      <div class="timing" role="img" aria-label={sent.timings.map((phase) => `${phase.name} ${phase.text}`).join(", ")}>
        {sent.timings.map((phase, index) => <span key={phase.name} class={`phase p${index}`} title={`${phase.name} ${phase.text}`} style={{ flexGrow: String(Math.max(0.004, phase.nanos / Math.max(1, total))) }}></span>)}
      </div>
      <dl class="phases">{sent.timings.filter((phase) => phase.nanos > 0).map((phase) => <div key={phase.name}><dt>{phase.name}</dt><dd>{phase.text}</dd></div>)}</dl>
      <details open><summary>Body {sent.bodyNote ? <small>{sent.bodyNote}</small> : <Copy text={sent.body} />}</summary><pre class="code" tabIndex={0}>{sent.body}</pre></details>
      <details><summary>{sent.headers.length} headers</summary><dl class="headers">{sent.headers.map((header, index) => <div key={index}><dt>{header.name}</dt><dd>{header.value}</dd></div>)}</dl></details>
    </section>
  );
}

import { useState } from "preact/hooks";
import type { Outline, OutlinedLine, OutlinedRequest } from "../types";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** The requests of a file, in its order. */
export function RequestList(props: { outline: Outline; at: number; onPick: (index: number) => void; onEdit: (edit: object) => unknown; onAdd: () => void }) {
  const { requests } = props.outline;
  const press = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || index + step < 0 || index + step >= requests.length) return;
    event.preventDefault();
    if (event.altKey) void props.onEdit({ move: { from: index, to: index + step } });
    else props.onPick(index + step);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-request="${index + step}"]`)?.focus());
  };
  return (
    <section class="requests" aria-label="Requests">
      <ol>
        {requests.map((request) => (
          <li key={request.index} class={request.isActive ? "" : "off"}>
            <button type="button" data-request={request.index} aria-current={request.index === props.at ? "true" : undefined} onClick={() => props.onPick(request.index)}
              onKeyDown={(event) => press(event, request.index)} title="Alt and an arrow key move the request">
              <span class={`method ${request.method}`}>{request.method}</span>
              <span class="name">{request.name || request.url}</span>
            </button>
            <span class="tools">
              <button type="button" class="ghost round" aria-label={`Copy ${request.name || request.url}`} title="Copy" onClick={() => props.onEdit({ copy: request.index })}>⧉</button>
              <button type="button" class="ghost round" aria-label={`Delete ${request.name || request.url}`} title="Delete" onClick={() => { if (confirm(`Delete ${request.name || request.url}?`)) void props.onEdit({ remove: request.index }); }}>✕</button>
            </span>
          </li>
        ))}
      </ol>
      <button type="button" class="add" onClick={props.onAdd}>+ Request</button>
      <Variables outline={props.outline} onEdit={props.onEdit} />
    </section>
  );
}

function Variables({ outline, onEdit }: { outline: Outline; onEdit: (edit: object) => unknown }) {
  const [rows, change] = useState<OutlinedLine[]>();
  const shown = rows ?? outline.variables;
  return (
    <details class="variables" open={outline.variables.length > 0}>
      <summary>Variables</summary>
      <Pairs rows={shown} name="variable" onChange={change} />
      {rows ? <p class="actions"><button type="button" class="primary small" onClick={async () => { if (await onEdit({ variables: rows.filter((row) => row.name) })) change(undefined); }}>Save variables</button>
        <button type="button" class="small" onClick={() => change(undefined)}>Undo</button></p> : null}
    </details>
  );
}

/** Names and values, a line each; the last one is always free. */
function Pairs(props: { rows: readonly OutlinedLine[]; name: string; onChange: (rows: OutlinedLine[]) => void }) {
  const set = (at: number, change: Partial<OutlinedLine>) => props.onChange(
    at < props.rows.length ? props.rows.map((row, index) => (index === at ? { ...row, ...change } : row)) : [...props.rows, { name: "", value: "", line: null, ...change }]);
  return (
    <div class="pairs">
      {[...props.rows, { name: "", value: "", line: null }].map((row, index) => (
        <div key={index} class="pair">
          <input aria-label={`Name of ${props.name} ${index + 1}`} placeholder={index === props.rows.length ? `add a ${props.name}` : ""} spellcheck={false} value={row.name} onInput={(event) => set(index, { name: event.currentTarget.value })} />
          <input aria-label={`Value of ${props.name} ${index + 1}`} spellcheck={false} value={row.value} onInput={(event) => set(index, { value: event.currentTarget.value })} />
          {index < props.rows.length ? <button type="button" class="ghost round" aria-label={`Remove ${props.name} ${row.name}`} onClick={() => props.onChange(props.rows.filter((_, other) => other !== index))}>✕</button> : <span></span>}
        </div>
      ))}
    </div>
  );
}

export function RequestForm(props: { request: OutlinedRequest; outline: Outline; onChange: (request: OutlinedRequest) => void; onSend: () => void; isSending: boolean }) {
  const { request } = props;
  const set = (change: Partial<OutlinedRequest>) => props.onChange({ ...request, ...change });
  const isJson = request.body.trim().startsWith("{") || request.body.trim().startsWith("[");
  const format = () => {
    try {
      set({ body: JSON.stringify(JSON.parse(request.body), null, 2) });
    } catch {
      return; // slots may stand where JSON has values
    }
  };
  return (
    <section class="request part" aria-label="Request">
      <div class="line">
        <select aria-label="Method" class={`method ${request.method}`} value={request.method} onChange={(event) => set({ method: event.currentTarget.value })}>
          {(methods.includes(request.method) ? methods : [request.method, ...methods]).map((method) => <option key={method}>{method}</option>)}
        </select>
        <input aria-label="URL" class="url" spellcheck={false} value={request.url} onInput={(event) => set({ url: event.currentTarget.value })} />
        <button type="button" class="primary" onClick={props.onSend} disabled={props.isSending} aria-keyshortcuts="Control+Enter" title="Saves the file, then sends the request once (Ctrl Enter)">{props.isSending ? "Sending…" : "Send"}</button>
      </div>
      <label>Name<input value={request.name} onInput={(event) => set({ name: event.currentTarget.value })} /></label>
      {props.outline.hasSwitch ? <label class="check"><input type="checkbox" checked={request.isActive} onChange={(event) => set({ isActive: event.currentTarget.checked })} /> part of the load</label> : null}
      <h3>Headers</h3>
      <Pairs rows={request.headers} name="header" onChange={(headers) => set({ headers })} />
      <div class="with-button"><h3 id="body-heading">Body</h3>{isJson ? <button type="button" class="small" onClick={format}>Format</button> : null}</div>
      <textarea class="code body" aria-labelledby="body-heading" spellcheck={false} rows={Math.min(18, Math.max(4, request.body.split("\n").length + 1))} value={request.body} onInput={(event) => set({ body: event.currentTarget.value })} />
      {props.outline.hasChecks ? <>
        <h3>Checks</h3>
        <div class="pairs single">
          {[...request.checks, { text: "", line: null }].map((check, index) => (
            <div key={index} class="pair">
              <input aria-label={`Check ${index + 1}`} spellcheck={false} placeholder={index === request.checks.length ? "status == 200" : ""} value={check.text} onInput={(event) => {
                const text = event.currentTarget.value;
                set({ checks: index < request.checks.length ? request.checks.map((old, other) => (other === index ? { ...old, text } : old)) : [...request.checks, { text, line: null }] });
              }} />
              {index < request.checks.length ? <button type="button" class="ghost round" aria-label={`Remove check ${index + 1}`} onClick={() => set({ checks: request.checks.filter((_, other) => other !== index) })}>✕</button> : <span></span>}
            </div>
          ))}
        </div>
      </> : null}
      <p class="hint">Line {request.line}. <code>{"{{name}}"}</code> stands for a variable, <code>{"{{$guid}}"}</code> for a new value in each request.</p>
    </section>
  );
}

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { post, problemsOf, put, Refused } from "../api";
import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { go, keepFrom, place, tellUnsaved, usePlace } from "../router";
import { Problems, Waiting } from "../parts/parts";
import { notify } from "../shell/notices";
import type { OutlinedRequest, SentRequest, SessionView } from "../types";
import { RequestForm, RequestList } from "./request";
import { Response } from "./response";

/** A file, as a list of requests with a form, or as its text. It is edited on the disk, too: what changes there shows at once. */
export function SessionEditor({ path }: { path: string }) {
  const loaded = useLoaded<SessionView>("session", { path });
  const { query } = usePlace();
  const [file, setFile] = useState<SessionView>();
  const [draft, setDraft] = useState<OutlinedRequest>();
  const [text, setText] = useState<string>();
  const [other, setOther] = useState<SessionView>();
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const [sent, setSent] = useState<SentRequest>();
  const [isSending, sending] = useState(false);
  const [isGone, gone] = useState(false);
  const at = Number(query.get("request") ?? 0);
  const asText = query.get("as") === "text" || (file !== undefined && !file.outline);
  const isDirty = draft !== undefined || text !== undefined;

  const show = useCallback((view: SessionView) => {
    setFile(view);
    setDraft(undefined);
    setText(undefined);
    setOther(undefined);
    setWrong(undefined);
    gone(false);
  }, []);

  // Fresh from the disk: shown when nothing is unsaved, otherwise offered.
  const state = useRef({ isDirty, file });
  state.current = { isDirty, file };
  useEffect(() => {
    if (!loaded.value) return;
    const { isDirty: dirty, file: old } = state.current;
    if (!dirty || !old) show(loaded.value);
    else if (loaded.value.mark !== old.mark) setOther(loaded.value);
  }, [loaded.value]);
  useEffect(() => gone(loaded.failure?.status === 404 && file !== undefined), [loaded.failure]);
  useEvent("files", loaded.reload, [loaded.reload]);

  useEffect(() => {
    const ask = () => !isDirty || confirm("Your changes are not saved. Leave anyway?");
    keepFrom(isDirty ? ask : undefined);
    tellUnsaved(() => isDirty);
    return () => {
      keepFrom(undefined);
      tellUnsaved(() => false);
    };
  }, [isDirty]);

  const attempt = async (work: () => Promise<SessionView>): Promise<SessionView | undefined> => {
    try {
      const view = await work();
      show(view);
      return view;
    } catch (failure) {
      setWrong(problemsOf(failure));
      if (failure instanceof Refused && failure.status === 409) loaded.reload();
      if (failure instanceof Refused && failure.status === 404) gone(true);
      return undefined;
    }
  };
  const edit = (change: object) => attempt(() => post<SessionView>("session/edit", { path, mark: file!.mark, edit: change }));
  const save = async (): Promise<SessionView | undefined> => {
    if (!file) return undefined;
    if (text !== undefined) return attempt(() => put<SessionView>("session", { path, text, mark: file.mark }));
    if (draft) return edit({ change: draft });
    return file;
  };
  const saveElsewhere = async () => {
    const name = prompt("Name of the new file:", path.replace(/(\.\w+)$/, "-2$1"));
    if (!name) return;
    try {
      const whole = text ?? (await textWithDraft(file!, draft));
      await put("session", { path: name, text: whole, mark: null });
      setDraft(undefined);
      setText(undefined);
      tellUnsaved(() => false);
      keepFrom(undefined);
      go(`/s/${name.split("/").map(encodeURIComponent).join("/")}`);
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };
  const send = async () => {
    const view = await save();
    const request = view?.outline?.requests[at];
    if (!request) return;
    sending(true);
    try {
      setSent(await post<SentRequest>("session/send", { path, name: request.label, line: request.line, baseUrl: null }));
    } catch (failure) {
      setSent(undefined);
      setWrong(problemsOf(failure));
    } finally {
      sending(false);
    }
  };

  const keys = useRef({ save, send });
  keys.current = { save, send };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.key === "s") {
        event.preventDefault();
        void keys.current.save().then((view) => view && notify("Saved"));
      } else if (event.key === "Enter") {
        event.preventDefault();
        void keys.current.send();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (!file) return loaded.failure ? <div class="page"><h1>{path}</h1><Problems {...loaded.failure} /></div> : <Waiting what={`Reading ${path}`} />;
  const requests = file.outline?.requests ?? [];
  const saved = requests[Math.min(at, requests.length - 1)];
  const request = draft ?? saved;
  const pick = (index: number) => {
    if (draft && !confirm("Your changes in this request are not saved. Continue anyway?")) return;
    setDraft(undefined);
    setSent(undefined);
    go(addressOf({ request: String(index) }), "replace");
  };

  return (
    <div class="page wide-page editor">
      <div class="heading">
        <div><h1>{path}</h1><p class="subtitle">{isDirty ? <span class="dirty">not saved</span> : "saved"}{file.outline ? ` · ${requests.length} ${requests.length === 1 ? "request" : "requests"}` : ""}</p></div>
        <div class="actions">
          {file.outline ? <div class="switch" role="group" aria-label="Show as">
            <button type="button" aria-pressed={!asText} onClick={() => go(addressOf({ as: undefined }), "replace")}>Requests</button>
            <button type="button" aria-pressed={asText} onClick={() => go(addressOf({ as: "text" }), "replace")}>Text</button>
          </div> : null}
          {file.outline ? <ExportMenu path={path} /> : null}
          <button type="button" disabled={!isDirty} onClick={() => save()} aria-keyshortcuts="Control+S">Save</button>
          <button type="button" class="primary" onClick={async () => { if (await save()) go(`/run?target=${encodeURIComponent(path)}`); }}>Run…</button>
        </div>
      </div>
      {isGone ? (
        <div class="problems bad" role="alert"><p>{path} was deleted or renamed on the disk. What you see here is the last that was read.</p>
          <p class="actions"><button type="button" onClick={() => attempt(async () => put<SessionView>("session", { path, text: text ?? (await textWithDraft(file, draft)), mark: null }))}>Write it again</button>
            <button type="button" onClick={() => go("/")}>Leave it</button></p></div>
      ) : null}
      {other ? (
        <div class="problems doubtful" role="alert"><p>{path} was changed on the disk while you were editing it. Nothing was overwritten.</p>
          <p class="actions"><button type="button" onClick={() => show(other)}>Use the file's text</button>
            <button type="button" onClick={saveElsewhere}>Save mine under another name</button></p></div>
      ) : null}
      {wrong ? <Problems {...wrong} /> : null}
      <Problems problems={file.problems} tone="doubtful" hint="A run of this file would report the same problems." />
      {asText ? (
        <textarea class="code source" spellcheck={false} aria-label={`Text of ${path}`} value={text ?? file.text} onInput={(event) => setText(event.currentTarget.value)} />
      ) : (
        <div class="panes">
          <RequestList outline={file.outline!} at={request?.index ?? 0} onPick={pick} onEdit={edit}
            onAdd={async () => {
              const view = await edit({ add: fresh(requests) });
              if (view) go(addressOf({ request: String(view.outline!.requests.length - 1) }), "replace");
            }} />
          {request ? <RequestForm key={`${file.mark}-${request.index}`} request={request} outline={file.outline!} onChange={setDraft} onSend={send} isSending={isSending} /> : <p class="quiet-text">Add the first request.</p>}
          <Response sent={sent} isSending={isSending} />
        </div>
      )}
    </div>
  );

  function addressOf(change: Record<string, string | undefined>): string {
    const next = new URLSearchParams(place().query);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    const words = next.toString();
    return `${location.pathname}${words ? `?${words}` : ""}`;
  }
}

// What the file would be with the unsaved request in it; the server writes it into the text, nothing is kept.
const textWithDraft = async (file: SessionView, draft: OutlinedRequest | undefined): Promise<string> =>
  draft ? (await post<{ text: string }>("session/preview", { path: file.path, text: file.text, edit: { change: draft } })).text : file.text;

function fresh(requests: OutlinedRequest[]): OutlinedRequest {
  const last = requests[requests.length - 1];
  const origin = /^(https?:\/\/[^/]+|\{\{[^}]+\}\})/.exec(last?.url ?? "")?.[0] ?? "http://localhost:5000";
  return { index: 0, line: 0, name: `request ${requests.length + 1}`, label: "", method: "GET", url: `${origin}/`, headers: [], body: "", checks: [], isActive: true };
}

function ExportMenu({ path }: { path: string }) {
  const [isOpen, open] = useState(false);
  const download = async (format: string) => {
    open(false);
    const answer = await fetch(`/api/session/export?path=${encodeURIComponent(path)}&format=${format}`);
    if (!answer.ok) {
      const said = (await answer.json()) as { problems: string[] };
      notify(said.problems.join(" "), undefined, "bad");
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${path.split("/").pop()!.replace(/\.\w+$/, "")}.${format}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div class="menu" onKeyDown={(event) => { if (event.key === "Escape") open(false); }}>
      <button type="button" aria-haspopup="menu" aria-expanded={isOpen} onClick={() => open(!isOpen)}>Export ▾</button>
      {isOpen ? <div role="menu" class="items">
        {[["http", ".http file"], ["websurge", "WebSurge session"], ["js", "k6 script"]].map(([format, name]) =>
          <button key={format} type="button" role="menuitem" onClick={() => download(format!)}>{name}</button>)}
      </div> : null}
    </div>
  );
}

import { useState } from "preact/hooks";
import { post, problemsOf, put } from "../api";
import { address, go } from "../router";
import { Problems } from "../parts/parts";
import { notify } from "../shell/notices";
import type { ImportPreview, SessionView, Shared } from "../types";
import { get } from "../api";

/** From cURL, HAR, Postman and OpenAPI, looked at before it is kept. */
export function Importing({ shared }: { shared: Shared }) {
  const [text, type] = useState("");
  const [fileName, name] = useState<string>();
  const [preview, show] = useState<ImportPreview>();
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const [into, choose] = useState("");
  const [target, nameTarget] = useState("");
  const files = shared.folder.files.filter((file) => file.kind === "http");

  const convert = async (content: string, from: string | undefined) => {
    try {
      const made = await post<ImportPreview>("session/import", { fileName: from ?? null, content });
      show(made);
      setWrong(undefined);
      nameTarget(`${made.name}.http`);
    } catch (failure) {
      show(undefined);
      setWrong(problemsOf(failure));
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const content = await file.text();
    type(content.length > 200_000 ? `${content.slice(0, 200_000)}\n…` : content);
    name(file.name);
    await convert(content, file.name);
  };
  const keep = async () => {
    try {
      if (into) {
        const old = await get<SessionView>("session", { path: into });
        await put("session", { path: into, text: `${old.text.replace(/\s*$/, "")}\n\n${preview!.text}`, mark: old.mark });
      } else await put("session", { path: target, text: preview!.text, mark: null });
      notify(`${preview!.requests} requests saved in ${into || target}`);
      go(address("s", into || target));
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };

  return (
    <div class="page">
      <h1>Import</h1>
      <p class="subtitle">A curl command from the browser's developer tools, a HAR recording, a Postman collection, or an OpenAPI document.</p>
      <section class="part drop" onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); void take(event.dataTransfer?.files[0]); }}>
        <label>Paste here, or drop a file
          <textarea rows={10} spellcheck={false} class="code" value={text} placeholder={"curl 'http://localhost:5000/orders' -H 'Content-Type: application/json' -d '{\"item\": 1}'"}
            onInput={(event) => { type(event.currentTarget.value); name(undefined); }} />
        </label>
        <p class="actions">
          <button type="button" class="primary" disabled={text.trim() === ""} onClick={() => convert(text, fileName)}>Preview</button>
          <label class="button">Choose a file<input type="file" class="unseen" accept=".har,.json,.yaml,.yml,.txt,.sh" onChange={(event) => take(event.currentTarget.files?.[0])} /></label>
        </p>
        {wrong ? <Problems {...wrong} /> : null}
      </section>
      {preview ? (
        <section class="part" aria-label="Preview">
          <h2>{preview.requests} {preview.requests === 1 ? "request" : "requests"}</h2>
          <Problems problems={preview.warnings} tone="doubtful" />
          <pre class="code tall" tabIndex={0}>{preview.text}</pre>
          <div class="row">
            <label>Keep in<select value={into} onChange={(event) => choose(event.currentTarget.value)}>
              <option value="">a new file</option>{files.map((file) => <option key={file.path} value={file.path}>{file.path}, at its end</option>)}
            </select></label>
            {into ? null : <label>Name<input value={target} onInput={(event) => nameTarget(event.currentTarget.value)} /></label>}
            <button type="button" class="primary" onClick={keep}>Keep</button>
          </div>
        </section>
      ) : null}
    </div>
  );
}

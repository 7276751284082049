import { useState } from "preact/hooks";
import { problemsOf, put } from "../api";
import { address, go, Link, usePlace } from "../router";
import { Dialog, Empty, Problems, when } from "../parts/parts";
import type { FolderFile, Shared } from "../types";

const kinds: Record<string, string> = { http: ".http file", webSurge: "WebSurge session", k6: "k6 script", cSharp: "C# load" };
const first = "### hello\n# @check status == 200\nGET http://localhost:5000/hello\nAccept: application/json\n";

/** The files of the folder that hold loads. */
export function SessionsHome({ shared }: { shared: Shared }) {
  const { query } = usePlace();
  const [filter, type] = useState("");
  const sessions = shared.folder.files.filter((file) => file.kind in kinds);
  const shown = sessions.filter((file) => file.path.toLowerCase().includes(filter.toLowerCase()));
  const isNew = query.get("new") !== null;
  return (
    <div class="page">
      <div class="heading">
        <div><h1>Sessions</h1><p class="subtitle">{shared.folder.path}</p></div>
        <div class="actions">
          <button type="button" onClick={() => go("/import")}>Import</button>
          <button type="button" class="primary" onClick={() => go("/?new=1")}>New session</button>
        </div>
      </div>
      {sessions.length === 0 ? <FirstStep /> : (
        <>
          {sessions.length > 8 ? <input type="search" class="filter" placeholder="Filter" aria-label="Filter sessions" value={filter} onInput={(event) => type(event.currentTarget.value)} /> : null}
          <ul class="cards" aria-label="Sessions">{shown.map((file) => <Card key={file.path} file={file} />)}</ul>
        </>
      )}
      {isNew ? <NewSession onClose={() => go("/", "replace")} /> : null}
    </div>
  );
}

function Card({ file }: { file: FolderFile }) {
  const slash = file.path.lastIndexOf("/");
  return (
    <li class="card">
      <Link to={address("s", file.path)} class="whole"><strong>{file.path.slice(slash + 1)}</strong><span>{slash > 0 ? file.path.slice(0, slash) : ""}</span></Link>
      <footer><span class={`kind ${file.kind}`}>{kinds[file.kind]}</span><span class="quiet-text">{when(file.changedAt)}</span>
        <Link to={`/run?target=${encodeURIComponent(file.path)}`} class="go" label={`Run ${file.path}`}>Run ▸</Link></footer>
    </li>
  );
}

function FirstStep() {
  return (
    <Empty title="No load test in this folder yet">
      <p>A session is a file you keep beside your code: requests in an <code>.http</code> file, a WebSurge session, a k6 script, or C#.</p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => go("/?new=1")}>Write the first one</button>
        <button type="button" onClick={() => go("/import")}>Import cURL, HAR, Postman, OpenAPI</button>
        <button type="button" onClick={() => go("/run")}>Just load a URL</button>
      </p>
    </Empty>
  );
}

function NewSession({ onClose }: { onClose: () => void }) {
  const [name, type] = useState("api.http");
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const create = async (event: Event) => {
    event.preventDefault();
    try {
      await put("session", { path: name, text: name.endsWith(".websurge") ? "GET http://localhost:5000/hello HTTP/1.1\nAccept: application/json\n" : first, mark: null });
      go(address("s", name), "replace");
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };
  return (
    <Dialog title="New session" onClose={onClose}>
      <form onSubmit={create}>
        <label>File in the folder<input autofocus value={name} onInput={(event) => type(event.currentTarget.value)} /></label>
        <p class="hint">Ends with <code>.http</code> or <code>.websurge</code>. Editors of Visual Studio, VS Code and JetBrains read <code>.http</code> files, too.</p>
        {wrong ? <Problems {...wrong} /> : null}
        <p class="actions"><button class="primary">Create</button></p>
      </form>
    </Dialog>
  );
}

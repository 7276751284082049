import { useEffect, useState } from "preact/hooks";

interface Notice { id: number; text: string; action?: { label: string; run: () => void }; tone: "plain" | "bad" }

let notices: Notice[] = [];
let last = 0;
const watchers = new Set<() => void>();

/** Says something at the edge of the page for a while, with a way to undo it where there is one. */
export function notify(text: string, action?: Notice["action"], tone: Notice["tone"] = "plain"): void {
  const notice = { id: ++last, text, tone, ...(action ? { action } : {}) };
  notices = [...notices.slice(-3), notice];
  tell();
  setTimeout(() => dismiss(notice.id), action ? 12_000 : tone === "bad" ? 9_000 : 4_000);
}

function dismiss(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
  tell();
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

export function Notices() {
  const [, again] = useState(0);
  useEffect(() => {
    const watcher = () => again((n) => n + 1);
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} class={`notice ${notice.tone}`}>
          <span>{notice.text}</span>
          {notice.action ? <button type="button" onClick={() => { notice.action!.run(); dismiss(notice.id); }}>{notice.action.label}</button> : null}
          <button type="button" class="ghost round" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>✕</button>
        </div>
      ))}
    </div>
  );
}

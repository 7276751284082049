import { useEffect, useState } from "preact/hooks";

type Listener = (content: unknown) => void;

/** What the server tells by itself. The connection is made again by itself; whoever listens is told, and asks for all anew. */
const listeners = new Map<string, Set<Listener>>();
const kinds = ["hello", "beat", "files", "history", "live", "snapshot", "log", "experiment"];
const patience = 25_000; // more than two signs of life

let connected = false;
let wasConnected = false;
let lastHeard = Date.now();
let source: EventSource | undefined;
const watchers = new Set<() => void>();

export function connect(): void {
  source?.close();
  source = new EventSource("/api/events");
  for (const kind of kinds) {
    source.addEventListener(kind, (event) => {
      lastHeard = Date.now();
      if (kind === "hello") greet();
      for (const listener of listeners.get(kind) ?? []) listener(JSON.parse((event as MessageEvent<string>).data));
    });
  }
  source.onerror = () => {
    setConnected(false);
    // A browser gives up when the server refuses; it may come back all the same.
    if (source?.readyState === EventSource.CLOSED) setTimeout(connect, 1_500);
  };
}

setInterval(() => {
  if (connected && Date.now() - lastHeard > patience) {
    setConnected(false);
    connect();
  }
}, 5_000);

function greet(): void {
  const isAgain = wasConnected;
  setConnected(true);
  wasConnected = true;
  if (isAgain) for (const kind of ["files", "history", "live", "again"]) for (const listener of listeners.get(kind) ?? []) listener(undefined);
}

function setConnected(now: boolean): void {
  if (connected === now) return;
  connected = now;
  for (const watcher of watchers) watcher();
}

export function on(kind: string, listener: Listener): () => void {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all);
  all.add(listener);
  return () => all.delete(listener);
}

/** Whether the server is there. Before the first answer it is taken to be. */
export function useConnected(): boolean {
  const [now, set] = useState(connected || !wasConnected);
  useEffect(() => {
    const watcher = () => set(connected);
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
  return now;
}

export function useEvent(kind: string, listener: Listener, depends: unknown[] = []): void {
  useEffect(() => on(kind, listener), depends);
}

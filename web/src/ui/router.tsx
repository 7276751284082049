import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Every view has an address: it can be bookmarked, opened in another tab, and gone back to. */
export interface Place {
  path: string[];
  query: URLSearchParams;
}

const watchers = new Set<() => void>();
let guard: (() => boolean) | undefined;
let current = location.href;

export function place(): Place {
  return { path: location.pathname.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(location.search) };
}

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (how === "push" && guard && new URL(to, location.href).pathname !== location.pathname && !guard()) return;
  if (new URL(to, location.href).href === location.href) return;
  history[how === "push" ? "pushState" : "replaceState"](null, "", to);
  changed(how === "push");
}

/** Asked before a view is left; false keeps it. */
export function keepFrom(leaving: (() => boolean) | undefined): void {
  guard = leaving;
}

addEventListener("popstate", () => {
  if (guard && new URL(current).pathname !== location.pathname && !guard()) {
    history.pushState(null, "", current);
    return;
  }
  changed(false);
});

addEventListener("beforeunload", (event) => {
  if (unsaved()) event.preventDefault();
});

let unsaved: () => boolean = () => false;
export const tellUnsaved = (ask: () => boolean): void => void (unsaved = ask);

function changed(isNew: boolean): void {
  const isOther = new URL(current).pathname !== location.pathname;
  current = location.href;
  for (const watcher of watchers) watcher();
  if (isNew && isOther) {
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

export function usePlace(): Place {
  const [now, set] = useState(place);
  useEffect(() => {
    const watcher = () => set(place());
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
  return now;
}

export const address = (...parts: string[]): string => `/${parts.flatMap((part) => part.split("/")).map(encodeURIComponent).join("/")}`;

export function Link(props: { to: string; class?: string; children: ComponentChildren; title?: string; current?: boolean; label?: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(props.to);
  };
  return (
    <a href={props.to} class={props.class} title={props.title} aria-label={props.label} aria-current={props.current ? "page" : undefined} onClick={follow}>
      {props.children}
    </a>
  );
}

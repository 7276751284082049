import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, problemsOf, Refused } from "./api";

export interface Loaded<T> {
  value: T | undefined;
  failure: { problems: string[]; hint: string | undefined; status: number } | undefined;
  reload: () => void;
}

/** Asks for something, and again when told to. What was there stays until the new is, so that nothing flickers. */
export function useLoaded<T>(path: string | undefined, query: Record<string, string | number | undefined> = {}): Loaded<T> {
  const key = path === undefined ? undefined : `${path}?${JSON.stringify(query)}`;
  const [state, set] = useState<{ key: string | undefined; value?: T; failure?: Loaded<T>["failure"] }>({ key });
  const [turn, next] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    if (path === undefined) return;
    const mine = ++latest.current;
    get<T>(path, query).then(
      (value) => mine === latest.current && set({ key, value }),
      (failure: unknown) => mine === latest.current && set((old) => ({
        key,
        ...(old.key === key && old.value !== undefined ? { value: old.value } : {}),
        failure: { ...problemsOf(failure), status: failure instanceof Refused ? failure.status : 0 },
      })),
    );
  }, [key, turn]);
  const reload = useCallback(() => next((n) => n + 1), []);
  const isMine = state.key === key;
  return { value: isMine ? state.value : undefined, failure: isMine ? state.failure : undefined, reload };
}

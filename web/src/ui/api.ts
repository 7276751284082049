/** What the server says when something cannot be done. */
export class Refused extends Error {
  constructor(readonly status: number, readonly problems: string[], readonly hint: string | undefined) {
    super(problems.join("\n"));
  }
}

/** The server does not answer: it was stopped, or the network is gone. */
export class Unreachable extends Refused {
  constructor() {
    super(0, ["dyno ui does not answer"], "start it again in its folder; nothing you typed is lost while this page is open");
  }
}

export const get = <T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> => ask<T>("GET", path, query);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask<T>("POST", path, {}, body);
export const put = <T>(path: string, body?: unknown): Promise<T> => ask<T>("PUT", path, {}, body);
export const remove = <T>(path: string, query: Record<string, string | undefined> = {}): Promise<T> => ask<T>("DELETE", path, query);

async function ask<T>(method: string, path: string, query: Record<string, string | number | undefined>, body?: unknown): Promise<T> {
  const words = Object.entries(query).filter(([, value]) => value !== undefined && value !== "").map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const url = `/api/${path}${words.length > 0 ? `?${words.join("&")}` : ""}`;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers: { "X-Dyno": "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unreachable();
  }
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
  const said = read(text);
  throw new Refused(answer.status, said.problems ?? [`the server answered ${answer.status}`], said.hint);
}

function read(text: string): { problems?: string[]; hint?: string } {
  try {
    return JSON.parse(text) as { problems?: string[]; hint?: string };
  } catch {
    return text ? { problems: [text] } : {};
  }
}

export const problemsOf = (failure: unknown): { problems: string[]; hint: string | undefined } =>
  failure instanceof Refused ? { problems: failure.problems.flatMap((p) => p.split("\n")), hint: failure.hint } : { problems: [String(failure)], hint: undefined };

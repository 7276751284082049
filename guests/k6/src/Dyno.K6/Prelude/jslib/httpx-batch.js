// The requests of Httpx.batch, a list or an object of them. Apart, because it goes through members that only the run names, which
// where virtual users share a machine would make every function that waits one that may be among them.
export function mapped(requests, one) {
  if (Array.isArray(requests)) return requests.map((request) => one(request));
  return Object.fromEntries(Object.entries(requests).map(([name, request]) => [name, one(request)]));
}

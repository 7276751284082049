// k6/x/sse, the community's extension: open() gives its function a client and returns when the stream of events is over.
({ name: 'k6/x/sse', make(kit) {
  const { host, bytesOf, inInit, event, tagSet, pending, finish, alsoWaiting } = kit;
  const received = host.newMetric('Counter', 'sse_event', false);
  const EVENTS = ['open', 'event', 'error'];

  class Client {
    #session;
    constructor(session) { this.#session = session; }
    on(name, listener) {
      if (!EVENTS.includes(name)) throw new Error("a stream of events has no event '" + name + "': it has " + EVENTS.join(', '));
      if (typeof listener !== 'function') throw new TypeError('on() needs a function');
      this.#session.listeners[name].push(listener);
    }
    close() { end(this.#session); }
  }
  function end(session) {
    if (session.isOver) return;
    session.isOver = true;
    host.sseClose(session.id);
  }

  function begin(url, params, fn) {
    inInit('sse.open()');
    if (fn === undefined && typeof params === 'function') [params, fn] = [{}, params];
    if (typeof fn !== 'function') throw new TypeError('sse.open() needs a function as its last argument');
    const given = params === undefined || params === null ? {} : params;
    const headers = {};
    for (const name of Object.keys(given.headers || {})) headers[name] = String(given.headers[name]);
    const jar = given.jar === undefined || given.jar === null ? undefined : given.jar.$id;
    const written = { method: given.method, headers, timeout: given.timeout, jar };
    const body = given.body === undefined || given.body === null ? undefined : bytesOf(given.body, 'the body');
    const id = host.sseOpen(String(url), JSON.stringify(written), body);
    const answer = { url: String(url), status: 0, headers: {}, body: '', error: '' };
    const tags = () => tagSet({ url: answer.url, name: answer.url, status: String(answer.status), ...given.tags });
    return { id, answer, tags, fn, listeners: { open: [], event: [], error: [] }, isOver: false };
  }
  // Whose listeners are to be called for what has happened, and with what.
  function read(session, what) {
    const { answer } = session;
    switch (what.kind) {
      case 'open': Object.assign(answer, { status: what.status, headers: what.headers }); return ['open', undefined];
      case 'event':
        event(received, 1, session.tags());
        return ['event', { id: what.id, name: what.name, data: what.data, comment: what.comment }];
      case 'error':
        if (what.status) Object.assign(answer, { status: what.status, headers: what.headers, body: what.body });
        answer.error = what.text;
        return ['error', { error: () => what.text, message: what.text, toString: () => what.text }];
      default: session.isOver = true; return [undefined, undefined];
    }
  }

  function open(url, params, fn) {
    const session = begin(url, params, fn);
    let hasBegun = false;
    try {
      while (!session.isOver) {
        host.sseWait(session.id, false);
        const json = host.sseTake(session.id);
        if (json === '') continue;
        const [name, argument] = read(session, JSON.parse(json));
        if (!hasBegun) { hasBegun = true; session.fn(new Client(session)); }
        for (const listener of session.listeners[name] || []) if (!session.isOver) listener(argument);
      }
    } finally { end(session); }
    return session.answer;
  }
  function* waitingOpen(url, params, fn) {
    const session = begin(url, params, fn);
    let hasBegun = false;
    try {
      while (!session.isOver) {
        if (host.sseWait(session.id, true) === true) yield* finish(pending(undefined));
        const json = host.sseTake(session.id);
        if (json === '') continue;
        const [name, argument] = read(session, JSON.parse(json));
        if (!hasBegun) { hasBegun = true; yield* finish(session.fn(new Client(session))); }
        for (const listener of session.listeners[name] || []) if (!session.isOver) yield* finish(listener(argument));
      }
    } finally { end(session); }
    return session.answer;
  }
  return { open: alsoWaiting(open, waitingOpen) };
} })

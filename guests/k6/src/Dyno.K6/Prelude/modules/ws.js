// k6/ws: connect() gives its function a socket and returns when that is closed. Frames and the way over the wire are .NET's.
({ name: 'k6/ws', make(kit) {
  const { host, state, isShared, bytesOf, inInit, event, tagSet, pending, finish, alsoWaiting } = kit;
  const sessions = host.newMetric('Counter', 'ws_sessions', false), connecting = host.newMetric('Trend', 'ws_connecting', true);
  const duration = host.newMetric('Trend', 'ws_session_duration', true), pinged = host.newMetric('Trend', 'ws_ping', true);
  const sent = host.newMetric('Counter', 'ws_msgs_sent', false), received = host.newMetric('Counter', 'ws_msgs_received', false);
  const EVENTS = ['open', 'message', 'binaryMessage', 'ping', 'pong', 'close', 'error'];

  class Socket {
    #id;
    #tags;
    constructor(id, tags) {
      this.#id = id;
      this.#tags = tags;
      Object.defineProperty(this, '$', { value: { listeners: {}, timers: [] } });
      for (const name of EVENTS) this.$.listeners[name] = [];
    }
    on(name, listener) {
      if (!EVENTS.includes(name)) throw new Error("a socket has no event '" + name + "': it has " + EVENTS.join(', '));
      if (typeof listener !== 'function') throw new TypeError('on() needs a function');
      this.$.listeners[name].push(listener);
    }
    send(text) {
      host.wsSend(this.#id, String(text));
      event(sent, 1, this.#tags());
    }
    sendBinary(data) {
      if (!(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)) throw new TypeError('sendBinary() needs an ArrayBuffer');
      host.wsSend(this.#id, bytesOf(data, 'a message'));
      event(sent, 1, this.#tags());
    }
    ping() { host.wsPing(this.#id); }
    setTimeout(fn, millis) { this.#timer(fn, millis, false); }
    setInterval(fn, millis) { this.#timer(fn, millis, true); }
    close(code) { host.wsClose(this.#id, code === undefined ? 1000 : +code, ''); }
    #timer(fn, millis, repeats) {
      if (typeof fn !== 'function') throw new TypeError('the first argument of a timer must be a function');
      if (!(+millis > 0)) throw new Error('a timer needs a time above 0 milliseconds');
      this.$.timers.push({ fn, at: host.now() + +millis, every: repeats ? +millis : 0 });
    }
  }

  function begin(url, params, fn) {
    inInit('ws.connect()');
    if (fn === undefined && typeof params === 'function') [params, fn] = [{}, params];
    if (typeof fn !== 'function') throw new TypeError('ws.connect() needs a function as its last argument');
    const given = params === undefined || params === null ? {} : params;
    if (given.compression !== undefined && given.compression !== '' && given.compression !== 'deflate') throw new Error("unsupported compression '" + given.compression + "': write deflate");
    const headers = {}, protocols = [];
    for (const name of Object.keys(given.headers || {})) {
      if (name.toLowerCase() === 'sec-websocket-protocol') protocols.push(...String(given.headers[name]).split(',').map((p) => p.trim()));
      else headers[name] = String(given.headers[name]);
    }
    const written = { headers, compression: given.compression, jar: given.jar === undefined || given.jar === null ? undefined : given.jar.$id };
    const id = host.wsOpen(String(url), JSON.stringify(protocols), JSON.stringify(written));
    const answer = { url: String(url), status: 0, headers: {}, body: '', error: '' };
    const tags = () => tagSet({ url: answer.url, name: answer.url, ...(answer.status ? { status: String(answer.status) } : {}), ...(answer.$protocol ? { subproto: answer.$protocol } : {}), ...given.tags });
    Object.defineProperty(answer, '$protocol', { value: '', writable: true });
    return { id, answer, tags, fn, socket: new Socket(id, tags), openedAt: -1 };
  }
  // What listeners are to be called for an event: [name, argument] pairs.
  function read(session, what) {
    const { answer, tags } = session;
    switch (what.kind) {
      case 'Open':
        Object.assign(answer, { status: what.status, headers: what.headers, body: what.body });
        answer.$protocol = what.protocol;
        session.openedAt = host.now();
        event(sessions, 1, tags());
        event(connecting, what.millis, tags());
        return ['open', undefined];
      case 'Text': event(received, 1, tags()); return ['message', what.data];
      case 'Binary': {
        const bytes = new Uint8Array(what.length);
        host.wsBytes(session.id, bytes);
        event(received, 1, tags());
        return ['binaryMessage', bytes.buffer];
      }
      case 'Ping': return ['ping', undefined];
      case 'Pong': event(pinged, what.millis, tags()); return ['pong', undefined];
      case 'Error':
        Object.assign(answer, { status: what.status, headers: what.headers, body: what.body, error: what.text });
        return ['error', { error: () => what.text, message: what.text, toString: () => what.text }];
      default:
        session.isOver = true;
        if (session.openedAt >= 0) event(duration, host.now() - session.openedAt, tags());
        return ['close', what.code];
    }
  }
  function nextDue(session) { return session.socket.$.timers.reduce((due, t) => Math.min(due, t.at), Infinity); }
  function takeDue(session) {
    const { timers } = session.socket.$;
    const i = timers.findIndex((t) => t.at <= host.now());
    if (i < 0) return undefined;
    const timer = timers[i];
    if (timer.every > 0) timer.at = Math.max(host.now(), timer.at + timer.every);
    else timers.splice(i, 1);
    return timer.fn;
  }
  const waitFor = (session) => { const due = nextDue(session); return due === Infinity ? -1 : Math.max(0, due - host.now()); };

  function connect(url, params, fn) {
    const session = begin(url, params, fn);
    let hasBegun = false;
    try {
      while (!session.isOver) {
        host.wsWait(session.id, waitFor(session), false);
        for (let due; !session.isOver && (due = takeDue(session)) !== undefined;) due();
        const json = host.wsTake(session.id);
        if (json === '') continue;
        const [name, argument] = read(session, JSON.parse(json));
        if (!hasBegun) { hasBegun = true; session.fn(session.socket); }
        for (const listener of session.socket.$.listeners[name]) listener(argument);
      }
    } finally { if (!session.isOver) host.wsClose(session.id, 1001, ''); }
    return session.answer;
  }
  function* waitingConnect(url, params, fn) {
    const session = begin(url, params, fn);
    let hasBegun = false;
    try {
      while (!session.isOver) {
        if (host.wsWait(session.id, waitFor(session), true) === true) yield* finish(pending(undefined));
        for (let due; !session.isOver && (due = takeDue(session)) !== undefined;) yield* finish(due());
        const json = host.wsTake(session.id);
        if (json === '') continue;
        const [name, argument] = read(session, JSON.parse(json));
        if (!hasBegun) { hasBegun = true; yield* finish(session.fn(session.socket)); }
        for (const listener of session.socket.$.listeners[name]) yield* finish(listener(argument));
      }
    } finally { if (!session.isOver) host.wsClose(session.id, 1001, ''); }
    return session.answer;
  }
  return { connect: alsoWaiting(connect, waitingConnect) };
} })

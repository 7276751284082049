// k6/websockets: the WebSocket of browsers, on the event loop of the iteration. Frames and the way over the wire are .NET's.
(function () {
function make(kit) {
  const { host, bytesOf, inInit, event, tagSet, operation, operations, builtinExports } = kit;
  const metrics = {
    sessions: host.newMetric('Counter', 'ws_sessions', false), connecting: host.newMetric('Trend', 'ws_connecting', true),
    duration: host.newMetric('Trend', 'ws_session_duration', true), sent: host.newMetric('Counter', 'ws_msgs_sent', false),
    received: host.newMetric('Counter', 'ws_msgs_received', false), ping: host.newMetric('Trend', 'ws_ping', true),
  };

  class Blob {
    #bytes;
    constructor(parts, options) {
      const pieces = parts === undefined || parts === null ? [] : Array.from(parts, (p) => (p instanceof Blob ? p.#bytes : bytesOf(typeof p === 'object' ? p : String(p), 'a part of a Blob')));
      this.#bytes = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
      let at = 0;
      for (const piece of pieces) { this.#bytes.set(piece, at); at += piece.length; }
      this.type = options && options.type !== undefined ? String(options.type) : '';
    }
    get size() { return this.#bytes.length; }
    async arrayBuffer() { return this.#bytes.slice().buffer; }
    async bytes() { return this.#bytes.slice(); }
    async text() { return host.utf8Read(this.#bytes); }
    slice(start, end, type) { return new Blob([this.#bytes.slice(start, end)], { type }); }
    stream() { throw new Error('Blob.stream() needs k6/experimental/streams, which is not part of Dyno yet: use arrayBuffer()'); }
    get $bytes() { return this.#bytes; }
  }

  const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
  const EVENTS = ['open', 'message', 'error', 'close', 'ping', 'pong'];
  const PARAMS = ['headers', 'tags', 'jar', 'compression'];
  const listOf = (protocols) => (protocols === undefined || protocols === null ? [] : typeof protocols === 'string' ? [protocols] : Array.from(protocols, String));

  class WebSocket {
    #id;
    #listeners = {};
    #handlers = {};
    #tags;
    #began = host.now();
    #openedAt = -1;
    #binaryType = 'blob';
    constructor(url, protocols, params) {
      inInit('a WebSocket');
      if (typeof url !== 'string' || url === '') throw new TypeError('new WebSocket() needs a URL: ws://host:port/path');
      const given = params === undefined || params === null ? {} : params;
      for (const name of Object.keys(given)) if (!PARAMS.includes(name)) throw new Error("unknown option '" + name + "' of a WebSocket: it has " + PARAMS.join(', '));
      if (given.compression !== undefined && given.compression !== '' && given.compression !== 'deflate') throw new Error("unsupported compression '" + given.compression + "': write deflate");
      const written = { headers: textsOf(given.headers), compression: given.compression, jar: given.jar === undefined || given.jar === null ? undefined : given.jar.$id };
      this.url = url;
      this.readyState = STATES.CONNECTING;
      this.protocol = '';
      this.extensions = '';
      for (const name of EVENTS) this.#listeners[name] = [];
      this.#tags = (status) => tagSet({ url, name: url, ...(status ? { status: String(status) } : {}), ...(this.protocol ? { subproto: this.protocol } : {}), ...given.tags });
      this.#id = host.wsOpen(url, JSON.stringify(listOf(protocols)), JSON.stringify(written));
      this.#next();
    }
    get bufferedAmount() { return host.wsQueued(this.#id); }
    get binaryType() { return this.#binaryType; }
    set binaryType(type) {
      if (type !== 'blob' && type !== 'arraybuffer') throw new Error("unknown binaryType '" + type + "': it is blob or arraybuffer");
      this.#binaryType = type;
    }
    addEventListener(name, listener) {
      if (!EVENTS.includes(name)) throw new Error("unknown event '" + name + "': a WebSocket has " + EVENTS.join(', '));
      if (typeof listener !== 'function') throw new TypeError('addEventListener() needs a function');
      this.#listeners[name].push(listener);
    }
    send(data) {
      if (this.readyState !== STATES.OPEN) throw new Error('InvalidStateError: the WebSocket is ' + Object.keys(STATES)[this.readyState].toLowerCase());
      const payload = typeof data === 'string' ? data : data instanceof Blob ? data.$bytes : data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? bytesOf(data, 'a message') : undefined;
      if (payload === undefined) throw new TypeError('send() needs a string, an ArrayBuffer, a typed array or a Blob');
      host.wsSend(this.#id, payload);
      event(metrics.sent, 1, this.#tags());
    }
    ping() {
      if (this.readyState !== STATES.OPEN) throw new Error('InvalidStateError: the WebSocket is not open');
      host.wsPing(this.#id);
    }
    close(code, reason) {
      if (this.readyState >= STATES.CLOSING) return;
      if (code !== undefined && code !== 1000 && !(code >= 1000 && code <= 4999)) throw new Error("InvalidAccessError: invalid code " + code + ": 1000, or 3000 to 4999");
      this.readyState = STATES.CLOSING;
      host.wsClose(this.#id, code === undefined ? 1000 : code, reason === undefined ? '' : String(reason));
    }
    #next() {
      operation((id) => {
        host.wsNext(id, this.#id);
        operations.get(id).read = () => this.#dispatch(JSON.parse(host.wsTakeLater(id, this.#id)));
      });
    }
    #tell(name, more) {
      const what = { type: name, target: this, timestamp: Date.now(), ...more };
      const handler = this.#handlers[name];
      if (handler) handler.call(this, what);
      for (const listener of this.#listeners[name]) listener.call(this, what);
    }
    #dispatch(what) {
      if (what.kind === 'Close') {
        this.readyState = STATES.CLOSED;
        if (this.#openedAt >= 0) event(metrics.duration, host.now() - this.#openedAt, this.#tags());
        this.#tell('close', { code: what.code, reason: what.text, wasClean: what.code !== 1006 });
        return;
      }
      let data;
      if (what.kind === 'Binary') { data = new Uint8Array(what.length); host.wsBytes(this.#id, data); } // before the next one comes
      this.#next();
      switch (what.kind) {
        case 'Open':
          this.readyState = STATES.OPEN;
          this.protocol = what.protocol;
          this.extensions = what.extensions;
          this.#openedAt = host.now();
          event(metrics.sessions, 1, this.#tags(what.status));
          event(metrics.connecting, what.millis, this.#tags(what.status));
          this.#tell('open');
          break;
        case 'Text':
          event(metrics.received, 1, this.#tags());
          this.#tell('message', { data: what.data, origin: this.url });
          break;
        case 'Binary':
          event(metrics.received, 1, this.#tags());
          this.#tell('message', { data: this.#binaryType === 'blob' ? new Blob([data]) : data.buffer, origin: this.url });
          break;
        case 'Pong':
          event(metrics.ping, what.millis, this.#tags());
          this.#tell('pong');
          break;
        case 'Ping': this.#tell('ping'); break;
        default: this.#tell('error', { error: what.text, message: what.text });
      }
    }
    get $handlers() { return this.#handlers; }
  }
  for (const name of EVENTS)
    Object.defineProperty(WebSocket.prototype, 'on' + name, {
      get() { return this.$handlers[name] || null; },
      set(handler) {
        if (handler !== null && handler !== undefined && typeof handler !== 'function') throw new TypeError('on' + name + ' needs a function');
        this.$handlers[name] = handler;
      },
    });
  Object.assign(WebSocket, STATES);
  Object.assign(WebSocket.prototype, STATES);
  function textsOf(headers) {
    const texts = {};
    for (const name of Object.keys(headers || {})) texts[name] = String(headers[name]);
    return texts;
  }
  return { WebSocket, Blob, $metrics: metrics };
}
return { name: 'k6/websockets', make(kit) { const made = kit.$websockets || (kit.$websockets = make(kit)); return { WebSocket: made.WebSocket, Blob: made.Blob }; } };
})()

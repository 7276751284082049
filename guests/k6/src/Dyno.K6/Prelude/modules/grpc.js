// k6/net/grpc: clients, calls and streams. The way over the wire and the messages are .NET's.
({ name: 'k6/net/grpc', make(kit) {
  const { host, state, isShared, inInit, onlyInit, pending, event, tagSet, operation, operations } = kit;
  const duration = host.newMetric('Trend', 'grpc_req_duration', true);
  const streams = host.newMetric('Counter', 'grpc_streams', false);
  const sent = host.newMetric('Counter', 'grpc_streams_msgs_sent', false);
  const received = host.newMetric('Counter', 'grpc_streams_msgs_received', false);

  const NAMES = ['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists', 'PermissionDenied', 'ResourceExhausted',
    'FailedPrecondition', 'Aborted', 'OutOfRange', 'Unimplemented', 'Internal', 'Unavailable', 'DataLoss', 'Unauthenticated'];
  const HEALTH = '/grpc.health.v1.Health/Check';

  function millis(timeout) { // 5000, "5s", "1m30s"
    if (timeout === undefined || timeout === null) return undefined;
    if (typeof timeout === 'number') return timeout;
    const units = { ms: 1, s: 1000, m: 60000, h: 3600000, us: 0.001, µs: 0.001, ns: 0.000001 };
    let [total, rest] = [0, String(timeout)];
    if (/^\d+(\.\d+)?$/.test(rest)) return +rest;
    for (let m; rest !== '' && (m = /^(\d+(?:\.\d+)?)(ms|us|µs|ns|s|m|h)/.exec(rest)); rest = rest.slice(m[0].length)) total += m[1] * units[m[2]];
    if (rest !== '') throw new Error("invalid duration '" + timeout + "'");
    return total;
  }
  function paramsOf(params, known) {
    const given = params === undefined || params === null ? {} : params;
    if (typeof given !== 'object') throw new TypeError('the params of a call are an object');
    for (const name of Object.keys(given)) if (!known.includes(name)) throw new Error("unknown param: '" + name + "'");
    for (const name of ['plaintext', 'reflect'])
      if (name in given && typeof given[name] !== 'boolean') throw new Error('invalid ' + name + " value: '" + given[name] + "', it needs to be boolean");
    const written = { ...given, timeout: millis(given.timeout) };
    if ('discardResponseMessage' in given) written.discardResponseMessage = !!given.discardResponseMessage;
    delete written.tags;
    return JSON.stringify(written);
  }
  const pathOf = (method) => {
    if (typeof method !== 'string' || method === '') throw new Error("method to invoke must be provided");
    return method.startsWith('/') ? method : '/' + method;
  };
  const bodyOf = (request) => {
    if (request === undefined || request === null) throw new Error('request cannot be nil');
    return JSON.stringify(request);
  };
  function tagsOf(address, path, params, code) {
    const at = path.lastIndexOf('/');
    const url = address + path;
    return tagSet({ url, name: url, service: path.slice(1, at), method: path.slice(at + 1), status: String(code), ...(params && params.tags) });
  }
  function replyOf(json, address, path, params) {
    const reply = JSON.parse(json);
    event(duration, reply.millis, tagsOf(address, path, params, reply.code));
    return reply;
  }
  function responseOf(json, address, path, params) {
    const reply = replyOf(json, address, path, params);
    const error = reply.code === 0 ? null : { code: reply.code, details: [], message: reply.text };
    return { status: reply.code, message: reply.message, headers: reply.headers, trailers: reply.trailers, error };
  }

  function healthOf(json, address, params) {
    const reply = replyOf(json, address, HEALTH, params);
    if (reply.code !== 0) throw new Error('rpc error: code = ' + (NAMES[reply.code] ?? 'Code(' + reply.code + ')') + ' desc = ' + reply.text);
    return { status: reply.message === null ? 0 : reply.message.status };
  }

  const CHECK = ['metadata', 'tags', 'timeout'];
  const CALL = [...CHECK, 'discardResponseMessage'];
  const CONNECT = ['plaintext', 'reflect', 'reflectMetadata', 'timeout', 'maxReceiveSize', 'maxSendSize', 'tls', 'authority'];

  class Client {
    #id = host.grpcClient();
    #address = '';
    load(importPaths, ...files) {
      onlyInit('load()');
      return JSON.parse(host.grpcLoad(this.#id, JSON.stringify(importPaths ?? []), JSON.stringify(files), false));
    }
    loadProtoset(path) {
      onlyInit('loadProtoset()');
      return JSON.parse(host.grpcLoad(this.#id, '[]', JSON.stringify([path]), true));
    }
    connect(address, params) {
      inInit('connecting to a gRPC server');
      this.#address = String(address);
      return host.grpcConnect(this.#id, this.#address, paramsOf(params, CONNECT), state.suspends) === true ? pending(() => true) : true;
    }
    invoke(method, request, params) {
      inInit('invoking RPC methods');
      const path = pathOf(method);
      const read = () => responseOf(host.grpcTake(), this.#address, path, params);
      return host.grpcInvoke(this.#id, path, bodyOf(request), paramsOf(params, CALL), state.suspends) === true ? pending(read) : read();
    }
    asyncInvoke(method, request, params) {
      inInit('invoking RPC methods');
      const [path, address] = [pathOf(method), this.#address];
      const body = bodyOf(request);
      return operation((id) => {
        host.grpcInvokeLater(id, this.#id, path, body, paramsOf(params, CALL));
        operations.get(id).read = () => responseOf(host.grpcTakeLater(id), address, path, params);
      });
    }
    healthCheck(service, params) {
      inInit('checking the health of a gRPC server');
      const request = JSON.stringify({ service: service === undefined || service === null ? '' : String(service) });
      const read = () => healthOf(host.grpcTake(), this.#address, params);
      return host.grpcHealth(this.#id, request, paramsOf(params, CHECK), state.suspends) === true ? pending(read) : read();
    }
    close() { host.grpcClose(this.#id); }
    get $open() { return { id: this.#id, address: this.#address }; }
  }
  if (isShared)
    for (const name of ['connect', 'invoke', 'healthCheck']) {
      const method = Client.prototype[name];
      Object.defineProperty(Client.prototype, '$' + name, { value() { state.suspends = true; try { return method.apply(this, arguments); } finally { state.suspends = false; } } });
    }

  class Stream {
    #id;
    #listeners = { data: [], error: [], end: [], metadata: [] };
    #tags;
    #done = false;
    constructor(client, method, params) {
      inInit('creating a stream');
      if (!(client instanceof Client)) throw new TypeError('a stream needs a client: new grpc.Stream(client, method)');
      const [path, { id, address }] = [pathOf(method), client.$open];
      this.#id = host.grpcStream(id, path, paramsOf(params, CALL));
      this.#tags = (code) => tagsOf(address, path, params, code);
      event(streams, 1, this.#tags(0));
      this.#next();
    }
    on(name, listener) {
      if (!(name in this.#listeners)) throw new Error("a stream has no event '" + name + "': it has data, error, end, metadata");
      if (typeof listener !== 'function') throw new TypeError('on() needs a function');
      this.#listeners[name].push(listener);
    }
    write(message) {
      if (this.#done) return false;
      host.grpcWrite(this.#id, bodyOf(message));
      event(sent, 1, this.#tags(0));
      return true;
    }
    end() { host.grpcEnd(this.#id); }
    #next() {
      operation((id) => {
        host.grpcNext(id, this.#id);
        operations.get(id).read = () => this.#dispatch(JSON.parse(host.grpcTakeLater(id)));
      });
    }
    #tell(name, value) { for (const listener of this.#listeners[name]) listener(value); }
    #dispatch(what) {
      if (what.kind === 'End') {
        this.#done = true;
        if (what.code !== 0) this.#tell('error', { code: what.code, details: [], message: what.text });
        this.#tell('end');
        return;
      }
      if (what.kind === 'Message') event(received, 1, this.#tags(0));
      this.#next();
      if (what.kind === 'Message') this.#tell('data', what.message);
      else this.#tell('metadata', {});
    }
  }

  const grpc = { Client, Stream };
  NAMES.forEach((name, code) => { grpc['Status' + name] = code; });
  ['Unknown', 'Serving', 'NotServing', 'ServiceUnkown'].forEach((name, status) => { grpc['HealthCheck' + name] = status; }); // the last one as k6 spells it
  return grpc;
} })

// k6/http: requests, responses, cookie jars. The way over the wire is .NET's; what a script sees is made here.
({ name: 'k6/http', make(kit) {
  const { host, F, state, tagsOf, bytesOf, inInit, operation, operations, pending, waiting, alsoWaiting } = kit;
  const MAX_REDIRECTS = 2 ** 31 - 1;
  const MAX_TIMEOUT = 2 ** 31 - 1; // milliseconds, 24 days: as good as none

  // --- URLs -----------------------------------------------------------------------------------------------------------

  class HttpUrl { // made by the template tag http.url
    constructor(url, name) { this.url = url; this.name = name; }
    toString() { return this.url; }
  }
  function url(parts, ...values) {
    let text = parts[0], name = parts[0];
    for (let i = 0; i < values.length; i++) { text += String(values[i]) + parts[i + 1]; name += '${}' + parts[i + 1]; }
    return new HttpUrl(text, name);
  }

  // --- files and forms ------------------------------------------------------------------------------------------------

  class FileData {
    constructor(data, filename, contentType) {
      this.data = data;
      this.filename = filename === undefined ? String(host.now() * 1e6) : String(filename);
      this.content_type = contentType === undefined ? 'application/octet-stream' : String(contentType);
    }
  }
  function file(data, filename, contentType) {
    if (data instanceof FileData) return data;
    return new FileData(typeof data === 'string' ? data : bytesOf(data, 'the first argument of http.file()'), filename, contentType);
  }
  const escape = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+');

  function formValue(key, value) {
    if (value === null || value === undefined) return '';
    if (typeof value === 'object') { host.log('warning', "the value of form field '" + key + "' is an object: it is sent empty"); return ''; }
    return String(value);
  }
  function form(body) {
    const parts = [];
    for (const key of Object.keys(body).sort()) {
      const value = body[key];
      for (const one of Array.isArray(value) ? value : [value]) parts.push(escape(key) + '=' + escape(formValue(key, one)));
    }
    return parts.join('&');
  }
  function multipart(body) {
    const boundary = host.boundary();
    const chunks = [];
    const text = (s) => chunks.push(kit.encoder.encode(s));
    const quote = (s) => s.replace(/\\/g, '\\\\').replace(/"/g, '\\"');
    for (const key of Object.keys(body)) {
      const value = body[key];
      for (const one of Array.isArray(value) ? value : [value]) {
        text('--' + boundary + '\r\n');
        if (one instanceof FileData) {
          text('Content-Disposition: form-data; name="' + quote(key) + '"; filename="' + quote(one.filename) + '"\r\nContent-Type: ' + one.content_type + '\r\n\r\n');
          chunks.push(typeof one.data === 'string' ? kit.encoder.encode(one.data) : one.data);
        } else text('Content-Disposition: form-data; name="' + quote(key) + '"\r\n\r\n' + formValue(key, one));
        text('\r\n');
      }
    }
    text('--' + boundary + '--\r\n');
    let length = 0;
    for (const c of chunks) length += c.length;
    const all = new Uint8Array(length);
    let at = 0;
    for (const c of chunks) { all.set(c, at); at += c.length; }
    return { bytes: all, type: 'multipart/form-data; boundary=' + boundary };
  }

  // --- what is to be sent ---------------------------------------------------------------------------------------------

  // What cannot be read becomes the spec's problem: the request fails, and the script goes on unless it asked for throw.
  function bodyOf(body, spec) { // string, Uint8Array or undefined; may set a content type
    if (body === undefined || body === null) return undefined;
    if (typeof body === 'string') return body;
    if (body instanceof String) return String(body);
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return bytesOf(body, 'body');
    if (typeof body !== 'object' || Array.isArray(body)) {
      spec.problem = spec.problem || 'unknown request body type: ' + (Array.isArray(body) ? 'array' : typeof body);
      return undefined;
    }
    for (const key of Object.keys(body)) {
      const value = body[key];
      if (value instanceof FileData || (Array.isArray(value) && value.some((v) => v instanceof FileData))) {
        const made = multipart(body);
        spec.type = made.type;
        return made.bytes;
      }
    }
    spec.type = 'application/x-www-form-urlencoded';
    return form(body);
  }

  function specOf(method, target, params) {
    const spec = { method };
    if (target instanceof HttpUrl) { spec.url = target.url; spec.name = target.name; }
    else spec.url = typeof target === 'string' ? target : String(target);
    if (params === undefined || params === null) return spec;
    if (typeof params !== 'object') {
      spec.problem = 'the params of a request must be an object, not ' + String(params);
      return spec;
    }
    for (const key of Object.keys(params)) {
      const value = params[key];
      if (value === undefined || (value === null && key !== 'responseCallback')) continue;
      try { readParam(spec, key, value); }
      catch (e) { spec.problem = spec.problem || e.message; } // behind it may stand throw
    }
    return spec;
  }

  function readParam(spec, key, value) {
    switch (key) {
      case 'headers': {
        if (typeof value !== 'object') throw new TypeError('params.headers must be an object, not ' + String(value));
        const headers = new Map(); // names that differ in case only are one name, and the last value counts
        for (const name of Object.keys(value)) headers.set(name.toLowerCase(), [name, String(value[name])]);
        spec.headers = [...headers.values()].flat();
        break;
      }
      case 'tags': spec.tags = tagsOf(value); if (spec.tags && spec.tags.name !== undefined) spec.name = spec.tags.name; break;
      case 'cookies': {
        if (typeof value !== 'object') throw new TypeError('params.cookies must be an object, not ' + String(value));
        const cookies = [];
        for (const name of Object.keys(value)) {
          const v = value[name];
          if (v !== null && typeof v === 'object') cookies.push(name, String(v.value), v.replace === true);
          else cookies.push(name, String(v), false);
        }
        spec.cookies = cookies;
        break;
      }
      case 'timeout':
        spec.timeout = typeof value !== 'number' || isNaN(value) ? String(value) : Math.max(-MAX_TIMEOUT, Math.min(MAX_TIMEOUT, value));
        break;
      case 'redirects': spec.redirects = Math.max(-MAX_REDIRECTS, Math.min(MAX_REDIRECTS, Math.trunc(+value) || 0)); break;
      case 'responseType':
        if (value !== 'text' && value !== 'binary' && value !== 'none') throw new Error("'" + String(value) + "' is not a response type: write text, binary or none");
        spec.responseType = value;
        break;
      case 'jar': if (!(value instanceof CookieJar)) throw new TypeError('params.jar must be a cookie jar: new http.CookieJar() or http.cookieJar()'); spec.jar = value.$id; break;
      case 'auth': spec.auth = String(value); break;
      case 'compression': spec.compression = String(value); break;
      case 'throw': spec.throws = !!value; break;
      case 'responseCallback': spec.callback = callbackNumber(value); break;
    }
  }

  // Half a surrogate pair, which JSON.stringify writes as an escape, is U+FFFD on the wire.
  function written(spec) {
    const text = JSON.stringify(spec);
    return text.includes('\\ud') ? text.replace(/(\\\\)|\\ud[89a-f][0-9a-f]{2}/g, (_, backslash) => backslash || '\ufffd') : text;
  }

  // --- responses ------------------------------------------------------------------------------------------------------

  const STATUS = 8, ID = 9, ERROR_CODE = 10, TIMINGS = 16;

  let partsOf; // what a script asks for less often than for the status, each when it is asked for

  class Response {
    #id = F[ID];
    #parts = undefined;
    #body = undefined;
    status = F[STATUS];
    error_code = F[ERROR_CODE];
    static { partsOf = (response) => response.#parts || (response.#parts = { id: response.#id, timings: undefined, headers: undefined, rest: undefined, request: undefined }); }
    get body() {
      if (this.#body === undefined) this.#body = bodyOfResponse(this.#id);
      return this.#body;
    }
    set body(value) { this.#body = value; }
    json(path) { return jsonOf(this, path); }
    html(selector) { return htmlOf(this, selector); }
    submitForm(options) { return submitForm(this, options || {}); }
    clickLink(options) { return clickLink(this, options || {}); }
    toJSON() {
      const all = restOf(this);
      return { remote_ip: all.remote_ip, remote_port: all.remote_port, url: all.url, status: this.status, status_text: all.status_text,
        proto: all.proto, headers: this.headers, cookies: all.cookies, body: this.body, timings: this.timings, tls_version: all.tls_version,
        tls_cipher_suite: all.tls_cipher_suite, ocsp: all.ocsp, error: all.error, error_code: this.error_code, request: this.request };
    }
  }
  for (const [name, send] of [['submitForm', submitForm], ['clickLink', clickLink]]) { // what scripts that share a machine call instead
    waiting(send);
    Object.defineProperty(Response.prototype, '$' + name, { value(options) { return send.$(this, options || {}); } });
  }
  const member = (name, get, set) => Object.defineProperty(Response.prototype, name, { get, set, enumerable: true, configurable: true });
  for (const name of ['url', 'status_text', 'proto', 'remote_ip', 'remote_port', 'headers', 'cookies', 'timings', 'tls_version',
    'tls_cipher_suite', 'ocsp', 'error'])
    member(name, function () { return restOf(this)[name]; }, function (v) { restOf(this)[name] = v; });
  // The two that checks ask for.
  member('headers', function () { const parts = partsOf(this); return parts.headers === undefined ? parts.headers = JSON.parse(host.responseHeaders(parts.id)) : parts.headers; },
    function (v) { partsOf(this).headers = v; });
  member('timings', function () { const parts = partsOf(this); return parts.timings === undefined ? parts.timings = timingsOf(parts.id) : parts.timings; },
    function (v) { partsOf(this).timings = v; });
  // What was sent may be big, and is asked for rarely: its body is a text once somebody reads it.
  member('request', function () { const parts = partsOf(this); return parts.request === undefined ? parts.request = requestOf(parts.id) : parts.request; },
    function (v) { partsOf(this).request = v; });

  function requestOf(id) {
    const sent = JSON.parse(host.responseRequest(id));
    if (sent === null) return sent;
    let body;
    return Object.defineProperty(sent, 'body', { get() { return body === undefined ? body = host.requestBody(id) : body; }, set(v) { body = v; }, enumerable: true, configurable: true });
  }

  function restOf(response) {
    const parts = partsOf(response);
    return parts.rest === undefined ? parts.rest = JSON.parse(host.responseRest(parts.id)) : parts.rest;
  }

  function timingsOf(id) {
    host.responseTimings(id);
    return { duration: F[TIMINGS], blocked: F[TIMINGS + 1], looking_up: 0, connecting: F[TIMINGS + 2], tls_handshaking: F[TIMINGS + 3],
      sending: F[TIMINGS + 4], waiting: F[TIMINGS + 5], receiving: F[TIMINGS + 6] };
  }

  function bodyOfResponse(id) {
    const body = host.body(id); // null, a text, or how many bytes
    if (typeof body !== 'number') return body;
    const bytes = new Uint8Array(body);
    host.bodyBytes(id, bytes);
    return bytes.buffer;
  }

  function jsonOf(response, path) {
    const body = response.body;
    if (body === null || body === undefined) throw new Error('the body is null so we can\'t transform it to JSON - this likely was because of a request error getting the response');
    const text = typeof body === 'string' ? body : kit.encoder.decode(new Uint8Array(body));
    if (path !== undefined && path !== null && path !== '') {
      const found = host.gjson(text, String(path));
      return found === null ? undefined : JSON.parse(found);
    }
    try { return JSON.parse(text); }
    catch (e) { throw new Error('cannot parse json due to an error at ' + host.jsonError(text)); }
  }
  function htmlOf(response, selector) {
    if (response.body === null) throw new Error('the body is null so we can\'t transform it to HTML');
    const html = kit.builtinExports('k6/html');
    const document = html.parseHTML(typeof response.body === 'string' ? response.body : kit.encoder.decode(new Uint8Array(response.body)));
    document.url = response.url;
    return selector === undefined ? document : document.find(selector);
  }
  function absolute(base, target) { return host.joinUrl(base, target); }
  function submitForm(response, options) {
    const formSelector = options.formSelector || 'form';
    const submitSelector = options.submitSelector || '[type="submit"]';
    const found = htmlOf(response, formSelector);
    if (found.size() === 0) throw new Error("no form found for selector '" + formSelector + "' in response '" + response.url + "'");
    const one = found.first();
    const method = (one.attr('method') || 'GET').toUpperCase();
    const target = absolute(response.url, one.attr('action') || response.url);
    const values = one.serializeObject();
    const submit = one.find(submitSelector);
    if (submit.size() > 0 && submit.attr('name')) values[submit.attr('name')] = submit.val();
    Object.assign(values, options.fields || {});
    if (method === 'GET') {
      const query = form(values);
      return request('GET', target.split('?')[0] + (query ? '?' + query : ''), null, options.params);
    }
    return request(method, target, values, options.params);
  }
  function clickLink(response, options) {
    const selector = options.selector || 'a[href]';
    const link = htmlOf(response, selector);
    if (link.size() === 0) throw new Error("no element found for selector '" + selector + "' in response '" + response.url + "'");
    const target = link.attr('href');
    if (target === undefined || target === '') throw new Error("no valid href attribute value found on element '" + selector + "' in response '" + response.url + "'");
    return request('GET', absolute(response.url, target), null, options.params);
  }

  // --- sending --------------------------------------------------------------------------------------------------------

  const plans = new Map(); // URL of a bare GET → number of its prepared request
  const MAX_PLANS = 500;

  function planOf(target, params) { // undefined: not a bare GET, or one too many
    if (params !== undefined || typeof target !== 'string' || state.isInit) return undefined;
    let plan = plans.get(target);
    if (plan === undefined && plans.size < MAX_PLANS) plans.set(target, plan = host.prepare(written(specOf('GET', target))));
    return plan;
  }

  function get(target, params) {
    const plan = planOf(target, params);
    if (plan === undefined) return request('GET', target, null, params);
    host.sendPrepared(plan, false);
    return new Response();
  }

  // What waiting() would make of get, without its detour: this is what most scripts do most of the time.
  alsoWaiting(get, (target, params) => {
    const plan = planOf(target, params);
    if (plan === undefined) return request.$('GET', target, null, params);
    return host.sendPrepared(plan, true) === true ? pending(answer) : new Response();
  });

  function request(method, target, body, params) {
    if (state.isInit) inInit('a request');
    const spec = specOf(String(method).toUpperCase(), target, params);
    const content = bodyOf(body, spec);
    return host.send(written(spec), content, state.suspends) === true ? pending(answer) : new Response();
  }

  const answer = () => new Response();
  const without = (method) => waiting((target, params) => request(method, target, null, params));
  const withBody = (method) => waiting((target, body, params) => request(method, target, body, params));

  function itemOf(item, key) {
    if (typeof item === 'string' || item instanceof HttpUrl) return ['GET', item, null, undefined];
    if (Array.isArray(item)) {
      if (item.length < 2) throw new Error("invalid method type, or the URL is missing, in request " + key + " of the batch: write ['GET', url, body, params]");
      return [String(item[0]).toUpperCase(), item[1], item[2], item[3]];
    }
    if (item === null || typeof item !== 'object') throw new Error('request ' + key + ' of the batch must be a URL, an array or an object');
    if (item.url === undefined) throw new Error("batch request " + key + " doesn't have a url key");
    return [item.method === undefined ? 'GET' : String(item.method).toUpperCase(), item.url, item.body, item.params];
  }

  function batch(requests, ...more) {
    inInit('batch()');
    if (more.length > 0) throw new Error('http.batch() accepts only an array or an object of requests');
    if (requests === null || typeof requests !== 'object') throw new TypeError('batch() needs an array or an object of requests');
    const keys = Object.keys(requests);
    const adding = keys.map((key) => { // all are read before the first is sent
      const [method, target, body, params] = itemOf(requests[key], key);
      const plan = method === 'GET' && (body === undefined || body === null) ? planOf(target, params) : undefined;
      if (plan !== undefined) return () => host.batchAddPrepared(plan);
      const spec = specOf(method, target, params);
      const content = bodyOf(body, spec);
      return () => host.batchAdd(written(spec), content);
    });
    host.batchBegin();
    for (const add of adding) add();
    const take = () => {
      const results = Array.isArray(requests) ? [] : {};
      for (let i = 0; i < keys.length; i++) { host.batchTake(i); results[keys[i]] = new Response(); }
      return results;
    };
    return host.batchSend(state.suspends) === true ? pending(take) : take();
  }

  function asyncRequest(method, target, body, params) {
    inInit('a request');
    const spec = specOf(String(method).toUpperCase(), target, params);
    const content = bodyOf(body, spec);
    return operation((id) => {
      host.sendLater(id, written(spec), content);
      operations.get(id).read = () => { host.takeLater(id); return new Response(); };
    });
  }

  // --- expected statuses ----------------------------------------------------------------------------------------------

  class ExpectedStatuses { constructor(json) { this.$json = json; } }
  function expectedStatuses(...statuses) {
    if (statuses.length === 0) throw new Error('no arguments: expectedStatuses() needs numbers or { min, max } objects');
    const ranges = statuses.map((s) => {
      if (typeof s === 'number' && Number.isInteger(s)) return [s, s];
      if (s !== null && typeof s === 'object' && Number.isInteger(s.min) && Number.isInteger(s.max) && Object.keys(s).length === 2) return [s.min, s.max];
      throw new Error("argument number " + (statuses.indexOf(s) + 1) + " to expectedStatuses was neither an integer nor an object like {min:100, max:329}");
    });
    return new ExpectedStatuses(JSON.stringify(ranges));
  }
  function callbackNumber(callback) {
    if (callback === null || callback === undefined) return -1;
    if (!(callback instanceof ExpectedStatuses)) throw new Error('unsupported responseCallback: write http.expectedStatuses(…)');
    if (callback.$number === undefined) Object.defineProperty(callback, '$number', { value: host.expectedStatuses(callback.$json) });
    return callback.$number;
  }
  function setResponseCallback(callback) { host.setCallback(callbackNumber(callback)); }

  // --- cookies --------------------------------------------------------------------------------------------------------

  class CookieJar {
    constructor() { Object.defineProperty(this, '$id', { value: arguments[0] === 'own' ? 0 : host.newJar(), enumerable: false }); }
    set(target, name, value, options) {
      const o = options || {};
      return host.jarSet(this.$id, String(target), String(name), String(value), JSON.stringify({
        domain: o.domain, path: o.path, expires: o.expires, max_age: o.max_age, secure: o.secure, http_only: o.http_only }));
    }
    cookiesForURL(target) { return JSON.parse(host.jarRead(this.$id, String(target))); }
    clear(target) { host.jarClear(this.$id, String(target)); }
    delete(target, name) { host.jarDelete(this.$id, String(target), String(name)); }
  }

  const http = {
    get, head: without('HEAD'), post: withBody('POST'), put: withBody('PUT'), patch: withBody('PATCH'), del: withBody('DELETE'),
    options: withBody('OPTIONS'), request: waiting(request), batch: waiting(batch), asyncRequest, file, url, expectedStatuses, setResponseCallback,
    cookieJar() { inInit('cookieJar()'); return new CookieJar('own'); },
    CookieJar, Response, FileData,
    SSL_3_0: 'ssl3.0', TLS_1_0: 'tls1.0', TLS_1_1: 'tls1.1', TLS_1_2: 'tls1.2', TLS_1_3: 'tls1.3',
    OCSP_STATUS_GOOD: 'good', OCSP_STATUS_REVOKED: 'revoked', OCSP_STATUS_SERVER_FAILED: 'server_failed', OCSP_STATUS_UNKNOWN: 'unknown',
    OCSP_REASON_UNSPECIFIED: 'unspecified', OCSP_REASON_KEY_COMPROMISE: 'key_compromise', OCSP_REASON_CA_COMPROMISE: 'ca_compromise',
    OCSP_REASON_AFFILIATION_CHANGED: 'affiliation_changed', OCSP_REASON_SUPERSEDED: 'superseded',
    OCSP_REASON_CESSATION_OF_OPERATION: 'cessation_of_operation', OCSP_REASON_CERTIFICATE_HOLD: 'certificate_hold',
    OCSP_REASON_REMOVE_FROM_CRL: 'remove_from_crl', OCSP_REASON_PRIVILEGE_WITHDRAWN: 'privilege_withdrawn', OCSP_REASON_AA_COMPROMISE: 'aa_compromise',
  };
  return http;
} })

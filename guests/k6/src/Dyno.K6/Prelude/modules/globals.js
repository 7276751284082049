// Globals that browsers and k6 have and the bare engine has not: text codecs, URLs, structuredClone.
({ name: '$globals', make() { return {}; }, global(kit) {
  const { host, encoder, bytesOf } = kit;
  const add = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text) { return encoder.encode(text === undefined ? '' : String(text)); }
    encodeInto(text, target) {
      const bytes = encoder.encode(String(text)).subarray(0, target.length);
      target.set(bytes);
      return { read: encoder.decode(bytes).length, written: bytes.length };
    }
  }
  class TextDecoder {
    constructor(label, options) {
      const name = String(label === undefined ? 'utf-8' : label).toLowerCase();
      if (name !== 'utf-8' && name !== 'utf8' && name !== 'utf-16le' && name !== 'utf-16' && name !== 'latin1' && name !== 'ascii')
        throw new RangeError("the encoding '" + label + "' is not supported: use utf-8, utf-16le or latin1");
      this.encoding = name === 'utf8' ? 'utf-8' : name === 'utf-16' ? 'utf-16le' : name;
      this.fatal = !!(options && options.fatal);
      this.ignoreBOM = !!(options && options.ignoreBOM);
    }
    decode(input) {
      if (input === undefined) return '';
      let bytes = bytesOf(input, 'the input of TextDecoder');
      if (this.encoding === 'latin1' || this.encoding === 'ascii') return Array.from(bytes, (b) => String.fromCharCode(b)).join('');
      if (this.encoding === 'utf-16le') { let t = ''; for (let i = 0; i + 1 < bytes.length; i += 2) t += String.fromCharCode(bytes[i] | bytes[i + 1] << 8); return t; }
      if (!this.ignoreBOM && bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.slice(3);
      if (this.fatal && !host.utf8Valid(bytes)) throw new TypeError('the input is not valid utf-8');
      return encoder.decode(bytes);
    }
  }
  add('TextEncoder', TextEncoder);
  add('TextDecoder', TextDecoder);

  const enc = (s) => encodeURIComponent(s).replace(/[!'()~]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+');
  const dec = (s) => { const t = s.replace(/\+/g, ' '); try { return decodeURIComponent(t); } catch { return t; } };
  class URLSearchParams {
    #pairs = []; #changed;
    constructor(init, changed) {
      this.#changed = changed;
      if (init === undefined || init === null) return;
      if (typeof init === 'object') {
        if (typeof init[Symbol.iterator] === 'function') for (const pair of init) { const p = [...pair]; if (p.length !== 2) throw new TypeError('each pair of a URLSearchParams has a name and a value'); this.#pairs.push([String(p[0]), String(p[1])]); }
        else for (const key of Object.keys(init)) this.#pairs.push([key, String(init[key])]);
        return;
      }
      for (const part of String(init).replace(/^\?/, '').split('&')) {
        if (part === '') continue;
        const at = part.indexOf('=');
        this.#pairs.push(at < 0 ? [dec(part), ''] : [dec(part.slice(0, at)), dec(part.slice(at + 1))]);
      }
    }
    #touch() { if (this.#changed) this.#changed(this.toString()); }
    get size() { return this.#pairs.length; }
    append(n, v) { this.#pairs.push([String(n), String(v)]); this.#touch(); }
    delete(n, v) { this.#pairs = this.#pairs.filter((p) => p[0] !== String(n) || (v !== undefined && p[1] !== String(v))); this.#touch(); }
    get(n) { const p = this.#pairs.find((q) => q[0] === String(n)); return p ? p[1] : null; }
    getAll(n) { return this.#pairs.filter((q) => q[0] === String(n)).map((q) => q[1]); }
    has(n, v) { return this.#pairs.some((q) => q[0] === String(n) && (v === undefined || q[1] === String(v))); }
    set(n, v) {
      const i = this.#pairs.findIndex((q) => q[0] === String(n));
      if (i < 0) this.#pairs.push([String(n), String(v)]);
      else { this.#pairs[i][1] = String(v); this.#pairs = this.#pairs.filter((q, j) => j <= i || q[0] !== String(n)); }
      this.#touch();
    }
    sort() { this.#pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0); this.#touch(); }
    forEach(fn, self) { for (const [n, v] of this.#pairs) fn.call(self, v, n, this); }
    keys() { return this.#pairs.map((p) => p[0])[Symbol.iterator](); }
    values() { return this.#pairs.map((p) => p[1])[Symbol.iterator](); }
    entries() { return this.#pairs.map((p) => [p[0], p[1]])[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map(([n, v]) => enc(n) + '=' + enc(v)).join('&'); }
  }
  add('URLSearchParams', URLSearchParams);

  class URL {
    #p; #params;
    constructor(url, base) {
      const parts = host.parseUrl(String(url), base === undefined ? '' : String(base));
      if (parts === null) throw new TypeError('Invalid URL: ' + url);
      this.#p = JSON.parse(parts);
      this.#params = new URLSearchParams(this.#p.search, (text) => { this.#p.search = text ? '?' + text : ''; });
    }
    get protocol() { return this.#p.protocol; } set protocol(v) { this.#p.protocol = String(v).replace(/:?$/, ':'); }
    get username() { return this.#p.username; } set username(v) { this.#p.username = encodeURIComponent(v); }
    get password() { return this.#p.password; } set password(v) { this.#p.password = encodeURIComponent(v); }
    get hostname() { return this.#p.hostname; } set hostname(v) { this.#p.hostname = String(v); }
    get port() { return this.#p.port; } set port(v) { this.#p.port = String(v); }
    get host() { return this.#p.hostname + (this.#p.port ? ':' + this.#p.port : ''); }
    set host(v) { const [h, p] = String(v).split(':'); this.#p.hostname = h; this.#p.port = p || ''; }
    get origin() { return this.#p.protocol + '//' + this.host; }
    get pathname() { return this.#p.pathname; } set pathname(v) { this.#p.pathname = String(v).replace(/^\/?/, '/'); }
    get search() { return this.#p.search; }
    set search(v) { const t = String(v).replace(/^\??/, '?'); this.#p.search = t === '?' ? '' : t; this.#params = new URLSearchParams(this.#p.search, (text) => { this.#p.search = text ? '?' + text : ''; }); }
    get searchParams() { return this.#params; }
    get hash() { return this.#p.hash; } set hash(v) { const t = String(v).replace(/^#?/, '#'); this.#p.hash = t === '#' ? '' : t; }
    get href() {
      const p = this.#p, user = p.username ? p.username + (p.password ? ':' + p.password : '') + '@' : '';
      return p.protocol + '//' + user + this.host + p.pathname + p.search + p.hash;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
    static canParse(url, base) { return host.parseUrl(String(url), base === undefined ? '' : String(base)) !== null; }
  }
  add('URL', URL);

  function clone(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol') throw new Error('a ' + typeof value + ' cannot be cloned');
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    let copy;
    if (value instanceof Date) copy = new Date(value.getTime());
    else if (value instanceof RegExp) copy = new RegExp(value.source, value.flags);
    else if (value instanceof ArrayBuffer) copy = value.slice(0);
    else if (ArrayBuffer.isView(value)) copy = value.slice ? value.slice() : new DataView(value.buffer.slice(0), value.byteOffset, value.byteLength);
    else if (value instanceof Map) { copy = new Map(); seen.set(value, copy); for (const [k, v] of value) copy.set(clone(k, seen), clone(v, seen)); }
    else if (value instanceof Set) { copy = new Set(); seen.set(value, copy); for (const v of value) copy.add(clone(v, seen)); }
    else if (value instanceof Error) { copy = new value.constructor(value.message); }
    else { copy = Array.isArray(value) ? [] : {}; seen.set(value, copy); for (const k of Object.keys(value)) copy[k] = clone(value[k], seen); }
    seen.set(value, copy);
    return copy;
  }
  add('structuredClone', (value) => clone(value, new Map()));
  add('queueMicrotask', (fn) => { Promise.resolve().then(fn); });
} })

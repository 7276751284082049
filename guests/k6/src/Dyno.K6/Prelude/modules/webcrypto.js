// The global crypto, as k6 has it: random numbers and crypto.subtle (Web Cryptography API). What an algorithm takes and what a key may
// do is checked here; .NET encrypts, signs and reads keys (WebCryptoHost.cs).
(() => {
  let made;
  return { name: 'k6/experimental/webcrypto', make() { return { crypto: made }; }, global({ host }) {
    class CryptoError extends Error { constructor(name, message) { super(message); this.name = name; } }
    const fail = (name, message) => { throw new CryptoError(name, message); };

    const HASHES = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
    const CURVES = ['P-256', 'P-384', 'P-521'];
    const FORMATS = ['raw', 'pkcs8', 'spki', 'jwk'];
    const USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
    const ciphers = { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
    const signatures = { public: ['verify'], private: ['sign'] };
    const derivations = { secret: ['deriveKey', 'deriveBits'] };
    const ALGORITHMS = { // what a key of each may do, by its type
      'AES-CBC': { kind: 'aes', ...ciphers }, 'AES-CTR': { kind: 'aes', ...ciphers }, 'AES-GCM': { kind: 'aes', ...ciphers },
      'HMAC': { kind: 'hmac', secret: ['sign', 'verify'] },
      'RSASSA-PKCS1-v1_5': { kind: 'rsa', ...signatures }, 'RSA-PSS': { kind: 'rsa', ...signatures },
      'RSA-OAEP': { kind: 'rsa', public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'] },
      'ECDSA': { kind: 'ec', ...signatures }, 'ECDH': { kind: 'ec', public: [], private: ['deriveKey', 'deriveBits'] },
      'PBKDF2': { kind: 'derivation', ...derivations }, 'HKDF': { kind: 'derivation', ...derivations },
    };
    const OPERATIONS = {
      encrypt: ['AES-CBC', 'AES-CTR', 'AES-GCM', 'RSA-OAEP'], decrypt: ['AES-CBC', 'AES-CTR', 'AES-GCM', 'RSA-OAEP'],
      sign: ['HMAC', 'RSASSA-PKCS1-v1_5', 'RSA-PSS', 'ECDSA'], verify: ['HMAC', 'RSASSA-PKCS1-v1_5', 'RSA-PSS', 'ECDSA'],
      deriveBits: ['ECDH', 'PBKDF2', 'HKDF'], importKey: Object.keys(ALGORITHMS),
      generateKey: Object.keys(ALGORITHMS).filter((name) => ALGORITHMS[name].kind !== 'derivation'), digest: HASHES,
    };

    // --- what is given ---------------------------------------------------------------------------------------------------

    function bytesOf(value, what) {
      if (value instanceof ArrayBuffer) return new Uint8Array(value);
      if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      throw new TypeError(what + ' must be an ArrayBuffer or a typed array' + (typeof value === 'string' ? ': write new TextEncoder().encode(text)' : ''));
    }
    const base64 = (value, what) => host.base64(bytesOf(value, what), 'std');
    const named = (algorithm) => typeof algorithm === 'string' ? { name: algorithm } : algorithm;

    function algorithmFor(operation, algorithm) { // with its name as it is written in the standard
      const given = named(algorithm);
      if (given === null || typeof given !== 'object' || typeof given.name !== 'string') throw new TypeError(operation + '() needs an algorithm: a name, or an object with one');
      const name = OPERATIONS[operation].find((n) => n.toUpperCase() === given.name.toUpperCase());
      if (!name) fail('NotSupportedError', operation + '() knows no algorithm ' + given.name + ' (' + OPERATIONS[operation].join(', ') + ' are)');
      return { ...given, name };
    }
    function hashOf(value, what) {
      const given = named(value);
      const name = given && HASHES.find((n) => n === String(given.name).toUpperCase());
      if (!name) fail('NotSupportedError', what + ' needs a hash: ' + HASHES.join(', '));
      return name;
    }
    function curveOf({ name, namedCurve }) {
      if (!CURVES.includes(namedCurve)) fail('NotSupportedError', name + ' needs a namedCurve: ' + CURVES.join(', '));
      return namedCurve;
    }
    function wholeOf(value, what, from, to) {
      const number = Number(value);
      if (!Number.isInteger(number) || number < from || number > to) fail('OperationError', what + ' must be a whole number from ' + from + ' to ' + to);
      return number;
    }
    function usagesOf(usages) {
      if (!Array.isArray(usages)) throw new TypeError('the usages of a key are a list, such as [\'sign\', \'verify\']');
      const unknown = usages.find((u) => !USAGES.includes(u));
      if (unknown !== undefined) throw new TypeError('a key has no usage \'' + unknown + '\' (' + USAGES.join(', ') + ' are)');
      return USAGES.filter((u) => usages.includes(u));
    }
    function fit(name, type, usages) {
      const wrong = usages.find((u) => !ALGORITHMS[name][type].includes(u));
      if (wrong) fail('SyntaxError', 'a ' + type + ' key of ' + name + ' cannot ' + wrong + (ALGORITHMS[name][type].length ? ' (' + ALGORITHMS[name][type].join(', ') + ')' : ''));
      return usages;
    }

    // --- .NET ------------------------------------------------------------------------------------------------------------

    function taken(length) {
      const bytes = new Uint8Array(length);
      host.webTake(bytes);
      return bytes;
    }
    function attempt(name, work) {
      try { return work(); } catch (e) { fail(name, e.message); }
    }
    const computed = (name, work) => attempt(name, () => taken(work()).buffer);

    // --- keys ------------------------------------------------------------------------------------------------------------

    const materials = new WeakMap(); // key → its bytes: raw, PKCS #8 or SPKI
    class CryptoKey {
      constructor(secret, type, extractable, algorithm, usages) {
        if (secret !== materials) throw new TypeError('keys come from importKey(), generateKey() and deriveKey()');
        Object.assign(this, { type, extractable, algorithm: Object.freeze(algorithm), usages: Object.freeze(usages) });
      }
      get [Symbol.toStringTag]() { return 'CryptoKey'; }
    }
    function makeKey(type, extractable, algorithm, usages, material) {
      const key = Object.freeze(new CryptoKey(materials, type, !!extractable, { ...algorithm }, [...usages]));
      materials.set(key, material);
      return key;
    }
    function materialFor(key, algorithm, usage) {
      if (!materials.has(key)) throw new TypeError(usage + '() needs a CryptoKey');
      if (key.algorithm.name !== algorithm) fail('InvalidAccessError', 'the key is for ' + key.algorithm.name + ', not for ' + algorithm);
      if (!key.usages.includes(usage)) fail('InvalidAccessError', 'the key may not ' + usage + ': it was made for ' + (key.usages.join(', ') || 'nothing'));
      return materials.get(key);
    }
    function keyAlgorithm(given, { length, modulusLength, publicExponent }) {
      switch (ALGORITHMS[given.name].kind) {
        case 'aes': return { name: given.name, length };
        case 'hmac': return { name: given.name, hash: { name: given.hash }, length };
        case 'rsa': return { name: given.name, modulusLength, publicExponent: Uint8Array.from(publicExponent), hash: { name: given.hash } };
        case 'ec': return { name: given.name, namedCurve: given.namedCurve };
        default: return { name: given.name };
      }
    }
    function checkedKind(algorithm) { // what a key of it needs to be known
      const { name } = algorithm, { kind } = ALGORITHMS[name];
      const given = { name, length: algorithm.length };
      if (kind === 'hmac' || kind === 'rsa') given.hash = hashOf(algorithm.hash, name);
      if (kind === 'ec') given.namedCurve = curveOf(algorithm);
      return given;
    }
    function lengthFor({ name, length, hash }) { // of a new secret key, in bits
      if (name !== 'HMAC') {
        if (![128, 192, 256].includes(Number(length))) fail('OperationError', 'a key of ' + name + ' has 128, 192 or 256 bits');
        return Number(length);
      }
      return length === undefined ? (hash === 'SHA-1' || hash === 'SHA-256' ? 512 : 1024) : wholeOf(length, 'the length of a key', 1, 65536);
    }

    function fromJwk(jwk, extractable, usages) {
      if (jwk === null || typeof jwk !== 'object' || ArrayBuffer.isView(jwk) || jwk instanceof ArrayBuffer) throw new TypeError('a key as jwk is an object');
      if (jwk.ext === false && extractable) fail('DataError', 'the key is not extractable: its ext is false');
      const wrong = Array.isArray(jwk.key_ops) && usages.find((u) => !jwk.key_ops.includes(u));
      if (wrong) fail('DataError', 'the key\'s key_ops do not have ' + wrong);
      return JSON.stringify(jwk);
    }
    function importKey(format, data, algorithm, extractable, keyUsages) {
      if (!FORMATS.includes(format)) fail('NotSupportedError', 'importKey() knows no format \'' + format + '\' (' + FORMATS.join(', ') + ' are)');
      const given = checkedKind(algorithmFor('importKey', algorithm));
      const usages = usagesOf(keyUsages);
      const { kind } = ALGORITHMS[given.name];
      if (kind === 'derivation' && extractable) fail('SyntaxError', 'a key of ' + given.name + ' cannot be extractable');
      const jwk = format === 'jwk' ? fromJwk(data, extractable, usages) : '';
      const bytes = format === 'jwk' ? new Uint8Array(0) : bytesOf(data, 'a key as ' + format);
      const known = attempt('DataError', () => JSON.parse(host.webImport(format, JSON.stringify({ ...given, kind }), bytes, jwk)));
      const material = taken(known.size);
      fit(given.name, known.type, usages);
      if (known.type !== 'public' && usages.length === 0) fail('SyntaxError', 'a ' + known.type + ' key needs a usage');
      return makeKey(known.type, extractable, keyAlgorithm(given, known), usages, material);
    }

    function jwkName({ name, length, hash }) {
      const bits = hash && hash.name.slice(4);
      if (name.startsWith('AES-')) return 'A' + length + name.slice(4);
      return { 'HMAC': 'HS' + bits, 'RSASSA-PKCS1-v1_5': 'RS' + bits, 'RSA-PSS': 'PS' + bits, 'RSA-OAEP': bits === '1' ? 'RSA-OAEP' : 'RSA-OAEP-' + bits }[name];
    }
    function exportKey(format, key) {
      if (!FORMATS.includes(format)) fail('NotSupportedError', 'exportKey() knows no format \'' + format + '\' (' + FORMATS.join(', ') + ' are)');
      if (!materials.has(key)) throw new TypeError('exportKey() needs a CryptoKey');
      if (!key.extractable) fail('InvalidAccessError', 'the key is not extractable');
      const { kind } = ALGORITHMS[key.algorithm.name];
      const wanted = { raw: kind === 'ec' ? 'public' : 'secret', spki: 'public', pkcs8: 'private', jwk: key.type }[format];
      if (kind === 'derivation' || key.type !== wanted) fail(kind === 'derivation' ? 'NotSupportedError' : 'InvalidAccessError', 'a ' + key.type + ' key of ' + key.algorithm.name + ' cannot be exported as ' + format);
      const size = attempt('OperationError', () => host.webExport(format, JSON.stringify({ kind, type: key.type }), materials.get(key)));
      const bytes = taken(size);
      if (format !== 'jwk') return bytes.buffer;
      const alg = jwkName(key.algorithm);
      return { ...JSON.parse(host.utf8Read(bytes)), ...(alg ? { alg } : {}), key_ops: [...key.usages], ext: true };
    }

    function generateKey(algorithm, extractable, keyUsages) {
      const full = algorithmFor('generateKey', algorithm);
      const given = checkedKind(full), usages = usagesOf(keyUsages);
      const { kind, secret } = ALGORITHMS[given.name];
      if (secret) {
        fit(given.name, 'secret', usages);
        if (usages.length === 0) fail('SyntaxError', 'a secret key needs a usage');
        const length = lengthFor(given), material = new Uint8Array(Math.ceil(length / 8));
        host.randomFill(material);
        return makeKey('secret', extractable, keyAlgorithm(given, { length }), usages, material);
      }
      const parts = { public: usages.filter((u) => ALGORITHMS[given.name].public.includes(u)), private: usages.filter((u) => ALGORITHMS[given.name].private.includes(u)) };
      const wrong = usages.find((u) => !parts.public.includes(u) && !parts.private.includes(u));
      if (wrong) fail('SyntaxError', 'a key pair of ' + given.name + ' cannot ' + wrong);
      if (parts.private.length === 0) fail('SyntaxError', 'the private key needs a usage (' + ALGORITHMS[given.name].private.join(', ') + ')');
      const details = kind === 'rsa' ? { modulusLength: wholeOf(full.modulusLength, 'modulusLength', 512, 16384), publicExponent: Array.from(bytesOf(full.publicExponent, 'publicExponent')) } : {};
      if (kind === 'rsa' && details.publicExponent.join().replace(/^(0,)+/, '') !== '1,0,1') fail('OperationError', 'the public exponent must be 65537: new Uint8Array([1, 0, 1])');
      const [privateSize, publicSize] = attempt('OperationError', () => host.webGenerate(JSON.stringify({ ...given, ...details, kind }))).split(',').map(Number);
      const both = taken(privateSize + publicSize);
      const about = keyAlgorithm(given, details);
      return { privateKey: makeKey('private', extractable, about, parts.private, both.slice(0, privateSize)), publicKey: makeKey('public', true, about, parts.public, both.slice(privateSize)) };
    }

    // --- operations ------------------------------------------------------------------------------------------------------

    const PARAMETERS = { // of encrypt() and decrypt()
      'AES-CBC': (a) => bytesOf(a.iv, 'iv').length === 16 ? { iv: base64(a.iv, 'iv') } : fail('OperationError', 'the iv of AES-CBC has 16 bytes'),
      'AES-CTR': (a) => bytesOf(a.counter, 'counter').length === 16 ? { iv: base64(a.counter, 'counter'), length: wholeOf(a.length, 'the length of the counter', 1, 128) } : fail('OperationError', 'the counter of AES-CTR has 16 bytes'),
      'AES-GCM': (a) => {
        const tagLength = a.tagLength === undefined ? 128 : Number(a.tagLength);
        if (![32, 64, 96, 104, 112, 120, 128].includes(tagLength)) fail('OperationError', 'tagLength is 32, 64, 96, 104, 112, 120 or 128');
        if (bytesOf(a.iv, 'iv').length === 0) fail('OperationError', 'the iv is empty');
        return { iv: base64(a.iv, 'iv'), tagLength, additionalData: a.additionalData === undefined ? '' : base64(a.additionalData, 'additionalData') };
      },
      'RSA-OAEP': (a) => ({ label: a.label === undefined ? '' : base64(a.label, 'label') }),
    };
    function cipher(operation, algorithm, key, data) {
      const given = algorithmFor(operation, algorithm);
      const material = materialFor(key, given.name, operation);
      const parameters = { name: given.name, hash: key.algorithm.hash && key.algorithm.hash.name, ...PARAMETERS[given.name](given) };
      const bytes = bytesOf(data, 'the data of ' + operation + '()');
      return computed('OperationError', () => (operation === 'encrypt' ? host.webEncrypt : host.webDecrypt)(JSON.stringify(parameters), material, bytes));
    }
    function signing(operation, algorithm, key) { // what .NET needs to know of a signature
      const given = algorithmFor(operation, algorithm);
      const material = materialFor(key, given.name, operation);
      const parameters = { name: given.name, hash: given.name === 'ECDSA' ? hashOf(given.hash, given.name) : key.algorithm.hash.name };
      if (given.name === 'RSA-PSS') parameters.saltLength = wholeOf(given.saltLength, 'saltLength', 0, 65536);
      return [JSON.stringify(parameters), material];
    }
    function derived(algorithm, key, length, usage) {
      const given = algorithmFor('deriveBits', algorithm);
      const material = materialFor(key, given.name, usage);
      const parameters = { name: given.name };
      let peer = new Uint8Array(0);
      if (given.name === 'ECDH') {
        const { public: other } = given;
        if (!materials.has(other) || other.type !== 'public') fail('InvalidAccessError', 'ECDH needs the other side\'s public key as public');
        if (other.algorithm.name !== 'ECDH' || other.algorithm.namedCurve !== key.algorithm.namedCurve) fail('InvalidAccessError', 'the two keys are of different kinds');
        peer = materials.get(other);
      } else {
        Object.assign(parameters, { hash: hashOf(given.hash, given.name), salt: base64(given.salt, 'salt') });
        if (given.name === 'HKDF') parameters.info = base64(given.info, 'info');
        else parameters.iterations = wholeOf(given.iterations, 'iterations', 1, 2147483647);
        if (length === null || length === undefined || length % 8 !== 0) fail('OperationError', 'the length must be a multiple of 8');
      }
      parameters.bits = length === null || length === undefined ? -1 : wholeOf(length, 'the length', 0, 16777216);
      return computed('OperationError', () => host.webDerive(JSON.stringify(parameters), material, peer));
    }

    class SubtleCrypto {
      async digest(algorithm, data) {
        const { name } = algorithmFor('digest', algorithm);
        return computed('OperationError', () => host.webDigest(name, bytesOf(data, 'the data of digest()')));
      }
      async encrypt(algorithm, key, data) { return cipher('encrypt', algorithm, key, data); }
      async decrypt(algorithm, key, data) { return cipher('decrypt', algorithm, key, data); }
      async sign(algorithm, key, data) {
        const [parameters, material] = signing('sign', algorithm, key), bytes = bytesOf(data, 'the data of sign()');
        return computed('OperationError', () => host.webSign(parameters, material, bytes));
      }
      async verify(algorithm, key, signature, data) {
        const [parameters, material] = signing('verify', algorithm, key);
        const [signed, bytes] = [bytesOf(signature, 'the signature of verify()'), bytesOf(data, 'the data of verify()')];
        return attempt('OperationError', () => host.webVerify(parameters, material, bytes, signed));
      }
      async importKey(format, data, algorithm, extractable, usages) { return importKey(format, data, algorithm, extractable, usages); }
      async exportKey(format, key) { return exportKey(format, key); }
      async generateKey(algorithm, extractable, usages) { return generateKey(algorithm, extractable, usages); }
      async deriveBits(algorithm, key, length) { return derived(algorithm, key, length, 'deriveBits'); }
      async deriveKey(algorithm, key, derivedKeyType, extractable, usages) {
        const given = checkedKind(algorithmFor('importKey', derivedKeyType));
        const bits = derived(algorithm, key, ALGORITHMS[given.name].kind === 'derivation' ? null : lengthFor(given), 'deriveKey');
        return importKey('raw', bits, { ...named(derivedKeyType), ...given }, extractable, usages);
      }
    }

    const subtle = new SubtleCrypto();
    class Crypto {
      get subtle() { return subtle; }
      getRandomValues(array) {
        if (!ArrayBuffer.isView(array) || array instanceof DataView || array instanceof Float32Array || array instanceof Float64Array) throw new CryptoError('TypeMismatchError', 'getRandomValues() needs an array of integers');
        if (array.byteLength > 65536) throw new CryptoError('QuotaExceededError', 'getRandomValues() fills 65,536 bytes at most');
        host.randomFill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        return array;
      }
      randomUUID() { return host.uuid(); }
    }
    made = new Crypto();
    for (const [name, value] of Object.entries({ crypto: made, CryptoKey, SubtleCrypto, Crypto }))
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  } };
})()

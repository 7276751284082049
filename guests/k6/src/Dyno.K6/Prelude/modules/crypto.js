// k6/crypto: hashes, HMAC, random bytes
({ name: 'k6/crypto', make(kit) {
  const { host, bytesOf } = kit;
  const ALGORITHMS = ['md4', 'md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha512_224', 'sha512_256', 'ripemd160'];
  function output(hexOrBytes, encoding) {
    if (encoding === 'binary') {
      const bytes = new Uint8Array(hexOrBytes.length / 2);
      for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hexOrBytes.substr(i * 2, 2), 16);
      return bytes.buffer;
    }
    return host.recode(hexOrBytes, encoding);
  }
  function known(encoding) {
    if (['hex', 'base64', 'base64url', 'base64rawurl', 'binary'].includes(encoding)) return encoding;
    throw new Error('Invalid output encoding: ' + encoding + ' (use hex, base64, base64url, base64rawurl or binary)');
  }
  const checked = (algorithm) => {
    if (ALGORITHMS.includes(algorithm)) return algorithm;
    throw new Error('Invalid algorithm: ' + algorithm + ' (' + ALGORITHMS.join(', ') + ' are)');
  };
  class Hasher {
    #parts = []; #algorithm; #key;
    constructor(algorithm, key) { this.#algorithm = algorithm; this.#key = key; }
    update(input) { this.#parts.push(bytesOf(input, 'the input').slice()); }
    digest(encoding) {
      let length = 0;
      for (const p of this.#parts) length += p.length;
      const all = new Uint8Array(length);
      let at = 0;
      for (const p of this.#parts) { all.set(p, at); at += p.length; }
      const hex = this.#key === undefined ? host.hash(this.#algorithm, all) : host.hmac(this.#algorithm, this.#key, all);
      return output(hex, known(encoding));
    }
  }
  const hash = (algorithm) => (input, encoding) => output(host.hash(algorithm, bytesOf(input, 'the input of ' + algorithm + '()')), known(encoding));
  const exports = {
    createHash(algorithm) { return new Hasher(checked(algorithm)); },
    createHMAC(algorithm, key) { return new Hasher(checked(algorithm), bytesOf(key, 'the key').slice()); },
    hmac(algorithm, key, input, encoding) { return output(host.hmac(checked(algorithm), bytesOf(key, 'the key'), bytesOf(input, 'the input')), known(encoding)); },
    hexEncode(input) { return host.hex(bytesOf(input, 'the input of hexEncode()')); },
    randomBytes(size) {
      if (!(size >= 1)) throw new Error('Invalid size: ' + size + ' (write 1 or more)');
      const bytes = new Uint8Array(size);
      host.randomFill(bytes);
      return bytes.buffer;
    },
  };
  for (const algorithm of ALGORITHMS) exports[algorithm] = hash(algorithm);
  return exports;
} })

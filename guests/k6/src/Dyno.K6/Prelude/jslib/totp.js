// https://jslib.k6.io/totp: one-time passwords by the time (RFC 6238, over HMAC-SHA-1). Dyno's own version of the same API.
import crypto from 'k6/crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'; // RFC 4648, 6

function decoded(secret) {
  const bytes = [];
  let value = 0, bits = 0;
  for (const digit of String(secret).toUpperCase().replace(/[\s=-]/g, '')) {
    const at = ALPHABET.indexOf(digit);
    if (at < 0) throw new Error(`the secret of a TOTP is written in Base32 (A to Z and 2 to 7), and '${digit}' is none of it`);
    value = ((value << 5) | at) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((value >>> (bits -= 8)) & 0xff);
  }
  if (bytes.length === 0) throw new Error('the secret of a TOTP is empty');
  return new Uint8Array(bytes).buffer;
}

/** Makes and verifies passwords of a secret. */
export class TOTP {
  constructor(secret, digits = 6) {
    this.key = decoded(secret);
    this.digits = digits;
  }

  /** The password of now, or of `bias` seconds later. */
  async gen(timeStep = 30, bias = 0) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(Math.floor((Date.now() / 1000 + bias) / timeStep)));
    const hash = new Uint8Array(crypto.hmac('sha1', this.key, counter.buffer, 'binary'));
    const at = hash[19] & 0xf; // RFC 4226, 5.3
    const number = (((hash[at] & 0x7f) << 24) | (hash[at + 1] << 16) | (hash[at + 2] << 8) | hash[at + 3]) >>> 0;
    return String(number % 10 ** this.digits).padStart(this.digits, '0');
  }

  /** Whether this is the password of now. */
  async verify(code, timeStep = 30) { return String(code) === await this.gen(timeStep); }
}
export default TOTP;

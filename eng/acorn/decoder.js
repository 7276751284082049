// The bare engine has no TextDecoder; magic-string writes its mappings with one, in ASCII.
globalThis.TextDecoder ??= class {
  decode(bytes) { let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return text; }
};

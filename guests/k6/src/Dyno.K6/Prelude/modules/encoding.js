// k6/encoding: base 64
({ name: 'k6/encoding', make(kit) {
  const { host, bytesOf, encoder } = kit;
  const variant = (name) => {
    if (name === undefined || name === null || name === '') return 'std';
    if (name === 'std' || name === 'rawstd' || name === 'url' || name === 'rawurl') return name;
    throw new Error("'" + name + "' is not a kind of base 64: write std, rawstd, url or rawurl");
  };
  return {
    b64encode(input, kind) { return host.base64(bytesOf(input, 'the input of b64encode()'), variant(kind)); },
    b64decode(input, kind, format) {
      const size = host.unbase64(String(input), variant(kind));
      const bytes = new Uint8Array(size);
      host.takeBytes(bytes);
      return format === 's' ? encoder.decode(bytes) : bytes.buffer;
    },
  };
} })

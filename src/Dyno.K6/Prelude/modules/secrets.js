// k6/secrets: values that the command line names and no log shows
({ name: 'k6/secrets', make(kit) {
  const { host } = kit;
  const read = (source, key) => new Promise((resolve, reject) => {
    try { resolve(host.secret(source, String(key))); } catch (e) { reject(e); }
  });
  return {
    get(key) { return read('', key); },
    source(name) { return { get: (key) => read(String(name), key) }; },
  };
} })

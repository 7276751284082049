// k6/secrets: values that the command line names and no log shows
({ name: 'k6/secrets', make(kit) {
  const { host, operation, operations } = kit;
  const settled = (take) => new Promise((resolve, reject) => {
    try { resolve(take()); } catch (e) { reject(e); }
  });
  const read = (source, key) => settled(() => host.secret(source, key)).then((known) => known ?? operation((id) => {
    host.fetchSecret(id, source, key);
    operations.get(id).read = () => settled(() => host.takeSecret(id));
  }));
  return {
    get(key) { return read('', String(key)); },
    source(name) { return { get: (key) => read(String(name), String(key)) }; },
  };
} })

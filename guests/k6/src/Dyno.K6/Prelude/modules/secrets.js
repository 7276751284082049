// k6/secrets: values that the command line names and no log shows
({ name: 'k6/secrets', make({ host }) {
  const read = (source, key) => new Promise((resolve) => resolve(host.secret(source, key)));
  return {
    get(key) { return read('', String(key)); },
    source(name) { return { get: (key) => read(String(name), String(key)) }; },
  };
} })

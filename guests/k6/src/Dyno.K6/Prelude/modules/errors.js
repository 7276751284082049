// The stack of an error that a script makes, as k6 writes it and libraries (k6-testing) read it: places in the script as written.
({ name: '$errors', make() { return {}; }, global({ host }) {
  const { Error } = globalThis;
  const { construct } = Reflect, { defineProperty } = Object;
  const describe = Error.prototype.toString;
  function told(error) {
    const { stack } = error;
    let text;
    defineProperty(error, 'stack', { get: () => text ??= describe.call(error) + host.stack(stack), set(value) { text = value; }, configurable: true, enumerable: false });
    return error;
  }
  const Told = new Proxy(Error, {
    construct: (target, args, made) => told(construct(target, args, made)),
    apply: (target, self, args) => told(construct(target, args)),
  });
  defineProperty(Error.prototype, 'constructor', { value: Told, writable: true, configurable: true, enumerable: false });
  defineProperty(globalThis, 'Error', { value: Told, writable: true, configurable: true, enumerable: false });
} })

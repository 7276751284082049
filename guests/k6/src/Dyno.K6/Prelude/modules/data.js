// k6/data: SharedArray. The elements are kept once per run, as JSON, by .NET; each access gives a frozen copy.
({ name: 'k6/data', make(kit) {
  const { host, onlyInit } = kit;
  function freeze(value) {
    if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
      Object.freeze(value);
      for (const key of Object.keys(value)) freeze(value[key]);
    }
    return value;
  }
  function SharedArray(name, build) {
    if (new.target === undefined) throw new TypeError('SharedArray must be called with new');
    onlyInit('new SharedArray()');
    if (typeof name !== 'string' || name === '') throw new TypeError('a SharedArray needs a name');
    if (typeof build !== 'function') throw new TypeError('a SharedArray needs a function that builds it');
    if (build.constructor && build.constructor.name === 'AsyncFunction') throw new TypeError('the function of a SharedArray cannot be async');
    if (host.sharedLength(name) < 0) {
      const array = build();
      if (!Array.isArray(array)) throw new TypeError('only arrays can be made into a SharedArray');
      host.sharedStore(name, JSON.stringify(array.map((e) => { const j = JSON.stringify(e); return j === undefined ? 'null' : j; })));
    }
    return view(name);
  }
  function view(name) {
    const length = host.sharedLength(name);
    const read = (i) => freeze(JSON.parse(host.sharedElement(name, i)));
    const readOnly = () => { throw new TypeError('a SharedArray cannot be changed'); };
    return new Proxy([], {
      get(target, key) {
        if (key === 'length') return length;
        if (typeof key === 'string') {
          const i = +key;
          if (i >= 0 && Number.isInteger(i) && String(i) === key) return i < length ? read(i) : undefined;
        }
        if (key === Symbol.iterator) return function* () { for (let i = 0; i < length; i++) yield read(i); };
        return target[key];
      },
      has(target, key) { return typeof key === 'string' && /^\d+$/.test(key) ? +key < length : key in target; },
      ownKeys() { const keys = []; for (let i = 0; i < length; i++) keys.push(String(i)); keys.push('length'); return keys; },
      getOwnPropertyDescriptor(target, key) {
        if (key === 'length') return { value: 0, writable: true, enumerable: false, configurable: false };
        return typeof key === 'string' && /^\d+$/.test(key) && +key < length
          ? { value: read(+key), writable: false, enumerable: true, configurable: true } : undefined;
      },
      set: readOnly, deleteProperty: readOnly, defineProperty: readOnly,
    });
  }
  return { SharedArray };
} })

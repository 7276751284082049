// k6/execution: what is being run, by whom
({ name: 'k6/execution', make(kit) {
  const { host, F, state, config } = kit;
  const number = (what) => host.execNumber(what);
  const text = (what) => host.execText(what);
  const running = (what) => { if (state.isInit) throw new Error('getting ' + what + ' in the init stage is not possible'); };
  function define(target, getters) {
    for (const key of Object.keys(getters)) Object.defineProperty(target, key, { get: getters[key], enumerable: true, configurable: true });
    return target;
  }
  const tags = new Proxy({}, {
    get(target, key) { return (typeof key === 'string' ? host.vuTag(key) : null) ?? target[key]; },
    has(target, key) { return host.vuTag(String(key)) !== null; },
    set(target, key, value) {
      if (value === null || (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number'))
        throw new TypeError("the value of tag '" + String(key) + "' must be a string, a boolean or a number");
      F[4] = host.setVuTag(String(key), String(value));
      return true;
    },
    deleteProperty(target, key) { F[4] = host.setVuTag(String(key), null); return true; },
    ownKeys() { return JSON.parse(host.vuTagNames()); },
    getOwnPropertyDescriptor(target, key) {
      const value = host.vuTag(String(key));
      return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  });
  const metadata = {};
  const metrics = define({}, { tags: () => tags, metadata: () => metadata });
  const vu = define({}, {
    idInInstance: () => config.vu,
    idInTest: () => number('vu.idInTest'),
    iterationInInstance: () => { running('the iteration'); return F[0]; },
    iterationInScenario: () => { running('the iteration'); return number('iterationInScenario'); },
    tags: () => tags,
    metrics: () => metrics,
  });
  const scenario = define({}, {
    name: () => { running('scenario information'); return text('scenario.name'); },
    executor: () => { running('scenario information'); return text('scenario.executor'); },
    startTime: () => { running('scenario information'); return number('scenario.startTime'); },
    progress: () => { running('scenario information'); return number('scenario.progress'); },
    iterationInInstance: () => { running('scenario information'); return number('scenario.iterationInInstance'); },
    iterationInTest: () => { running('scenario information'); return number('scenario.iterationInTest'); },
  });
  const instance = define({}, {
    currentTestRunDuration: () => { running('instance information'); return number('instance.duration'); },
    iterationsCompleted: () => { running('instance information'); return number('instance.completed'); },
    iterationsInterrupted: () => { running('instance information'); return number('instance.interrupted'); },
    vusActive: () => { running('instance information'); return number('instance.active'); },
    vusInitialized: () => { running('instance information'); return number('instance.initialized'); },
  });
  let options;
  const test = define({
    abort(message) { host.abortTest(message === undefined ? '' : String(message)); },
    fail(message) { host.failTest(message === undefined ? 'test marked as failed' : String(message)); },
  }, {
    options: () => {
      running('test options');
      if (!options) options = deepFreeze(JSON.parse(text('test.options')));
      return options;
    },
  });
  function deepFreeze(value) {
    if (value && typeof value === 'object') { Object.freeze(value); Object.values(value).forEach(deepFreeze); }
    return value;
  }
  return { vu, scenario, instance, test };
} })

// k6: check, group, sleep, fail, randomSeed
({ name: 'k6', make(kit) {
  const { host, F, state, event, tagSet, inInit } = kit;
  const groups = new Map(); // group → name of a check → its number
  let checks = checksOf('');

  function checksOf(group) {
    let found = groups.get(group);
    if (!found) groups.set(group, found = new Map());
    return found;
  }

  function numberOf(name) {
    let number = checks.get(name);
    if (number === undefined) checks.set(name, number = host.checkNumber(state.group, name));
    return number;
  }

  function isAsync(fn) { return fn.constructor && fn.constructor.name === 'AsyncFunction'; }

  function check(value, sets, tags) {
    if (state.isInit) inInit('check()');
    if (sets === undefined || sets === null) throw new TypeError('check() needs an object of conditions as its second argument');
    const set = tags === undefined ? F[4] : tagSet(tags);
    let all = true;
    for (const name in sets) {
      let result = sets[name];
      if (typeof result === 'function') {
        if (isAsync(result)) throw new TypeError("check() cannot wait for async functions: '" + name + "' is one");
        try { result = result(value); } catch (e) { event(-1 - numberOf(name), 0, set); throw e; }
      }
      if (result) event(-1 - numberOf(name), 1, set);
      else { event(-1 - numberOf(name), 0, set); all = false; }
    }
    return all;
  }

  function group(name, fn) {
    inInit('group()');
    name = String(name);
    if (typeof fn !== 'function') throw new TypeError('group() needs a function as its second argument');
    if (isAsync(fn)) throw new TypeError('group() cannot wait for async functions');
    if (name.includes('::')) throw new Error("a group's name may not contain '::'");
    const outer = state.group, outerChecks = checks, outerTags = F[4];
    state.group = outer + '::' + name;
    checks = checksOf(state.group);
    F[4] = host.enterGroup(state.group);
    const began = host.now();
    try { return fn(); }
    finally {
      event(config_groupDuration, host.now() - began, F[4]);
      state.group = outer; checks = outerChecks; F[4] = outerTags;
      host.leaveGroup(outer);
    }
  }
  const config_groupDuration = host.metricNumber('group_duration');

  state.resetGroup = () => { if (state.group !== '') { state.group = ''; checks = checksOf(''); host.leaveGroup(''); } };

  return {
    check,
    group,
    sleep(seconds) { if (state.isInit) inInit('sleep()'); host.sleep(+seconds); },
    fail(message) { throw new Error(message === undefined ? 'undefined' : String(message)); },
    randomSeed(seed) { host.seed(+seed); const next = host.random; Math.random = () => next(); },
  };
} })

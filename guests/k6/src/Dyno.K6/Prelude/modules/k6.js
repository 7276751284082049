// k6: check, group, sleep, fail, randomSeed
({ name: 'k6', make(kit) {
  const { host, F, state, isShared, Generator, notFollowed, event, tagSet, inInit, finish, pending, waiting, alsoWaiting, follows, nativeThen } = kit;
  const groups = new Map(); // group → name of a check → its number
  let checks = checksOf('');

  function checksOf(group) {
    let found = groups.get(group);
    if (!found) groups.set(group, found = new Map());
    return found;
  }

  function numberOf(name) {
    let number = checks.get(name);
    if (number === undefined) mayBeNamed(name);
    if (number === undefined) checks.set(name, number = host.checkNumber(state.group, name));
    return number;
  }

  function mayBeNamed(name) { if (name.includes('::')) throw new Error("group and check names may not contain '::'"); }

  const asyncFunctions = Object.getPrototypeOf(async () => {});
  function isAsync(fn) { return Object.getPrototypeOf(fn) === asyncFunctions; }

  function mustBeValue(result, name) { // any object would count as a pass
    if (typeof result === 'object' && result instanceof Generator) throw notFollowed("the condition '" + name + "'");
    return result;
  }

  function check(value, sets, tags) {
    if (state.isInit) inInit('check()');
    if (sets === undefined || sets === null) throw new TypeError('check() needs an object of conditions as its second argument');
    const set = tags === undefined ? F[4] : tagSet(tags);
    let all = true;
    for (const name in sets) {
      numberOf(name);
      let result = sets[name];
      if (typeof result === 'function') {
        if (isAsync(result)) throw new TypeError("check() cannot wait for async functions: '" + name + "' is one");
        try { result = result(value); } catch (e) { event(-1 - numberOf(name), 0, set); throw e; }
      }
      if (isShared) mustBeValue(result, name);
      if (result) event(-1 - numberOf(name), 1, set);
      else { event(-1 - numberOf(name), 0, set); all = false; }
    }
    return all;
  }

  function enter(name, fn) { // returns what leaves the group again
    inInit('group()');
    name = String(name);
    if (typeof fn !== 'function') throw new TypeError('group() needs a function as its second argument');
    if (isAsync(fn) && !follows) throw new TypeError('group() cannot wait for async functions: --features async-metric-context lets it');
    mayBeNamed(name);
    const outer = state.group, outerChecks = checks, outerTags = F[4];
    state.group = outer + '::' + name;
    checks = checksOf(state.group);
    const innerTags = F[4] = host.enterGroup(state.group);
    const began = host.now();
    return (isOver = true) => { // false: what it waits for goes on, and the code after it is outside
      if (isOver) event(config_groupDuration, host.now() - began, F[4]);
      state.group = outer; checks = outerChecks;
      F[4] = F[4] === innerTags ? outerTags : host.enterGroup(outer); // tags of the user that were set inside stay
      host.leaveGroup(outer);
    };
  }

  function group(name, fn) {
    const leave = enter(name, fn);
    let result, isOver = true;
    const began = host.now(), inner = F[4];
    try {
      result = fn();
      isOver = !(follows && result instanceof Promise);
    } finally { leave(isOver); }
    if (isOver) return result;
    const end = () => event(config_groupDuration, host.now() - began, inner);
    return nativeThen.call(result, (value) => { end(); return value; }, (error) => { end(); throw error; });
  }

  // The two whose functions may wait, for scripts that share a machine.
  function* waitingGroup(name, fn) {
    const leave = enter(name, fn);
    try { return yield* finish(fn()); } finally { leave(); }
  }
  function* waitingCheck(value, sets, tags) {
    if (sets === undefined || sets === null) return check(value, sets, tags);
    const results = {};
    for (const name in sets) {
      const condition = sets[name];
      if (typeof condition !== 'function' || isAsync(condition)) { results[name] = condition; continue; }
      try { results[name] = mustBeValue(yield* finish(condition(value)), name) ? true : false; }
      catch (e) { results[name] = () => { throw e; }; break; } // the conditions after it are left out, as in check()
    }
    return check(value, results, tags);
  }
  const config_groupDuration = host.metricNumber('group_duration');

  state.enterAgain = (group) => { state.group = group; checks = checksOf(group); host.leaveGroup(group); };
  state.resetGroup = () => { if (state.group !== '') { state.group = ''; checks = checksOf(''); host.leaveGroup(''); } };

  return {
    check: alsoWaiting(check, waitingCheck),
    group: alsoWaiting(group, waitingGroup),
    sleep: waiting(function sleep(seconds) {
      if (host.sleep(+seconds, state.suspends) === true) return pending(undefined);
    }),
    fail(message) { throw new Error(message === undefined ? 'undefined' : String(message)); },
    randomSeed(seed) { host.seed(+seed); const next = host.random; kit.global.Math.random = () => next(); },
  };
} })

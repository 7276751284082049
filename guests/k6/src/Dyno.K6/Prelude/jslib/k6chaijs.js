// https://jslib.k6.io/k6chaijs: Chai whose every assertion is a check, and describe(), a group that goes on after a
// failed one.
import { check, group } from 'k6';

export { default, chai, config, expect } from './chai-checks.js';

/** A group that catches what goes wrong in it. True when nothing did. */
export function describe(name, fn) {
  let passed = true;
  group(name, () => {
    try {
      fn();
    } catch (e) {
      passed = false;
      if (e && e.name === 'AssertionError') return;
      const text = e && e.message !== undefined ? e.message : String(e);
      check(null, { [`Exception raised "${text}"`]: false });
      console.error(`exception in ${name}: ${e && e.stack ? `${text}\n${e.stack}` : text}`);
    }
  });
  return passed;
}

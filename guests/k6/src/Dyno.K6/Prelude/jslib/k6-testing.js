// https://jslib.k6.io/k6-testing: assertions that end the test, or with expect.soft() mark it as failed. Dyno's own version of the same
// API; those that watch a page need k6/browser.
import exec from 'k6/execution';

const OF_PAGES = ['toBeChecked', 'toBeDisabled', 'toBeEditable', 'toBeEmpty', 'toBeEnabled', 'toBeHidden', 'toBeVisible', 'toContainText', 'toHaveAttribute',
  'toHaveText', 'toHaveTitle', 'toHaveValue'];
const MOST_CHARACTERS = 300;

function shown(value) {
  let text;
  if (value instanceof RegExp || typeof value === 'bigint' || typeof value === 'symbol') text = String(value);
  else if (typeof value === 'function') text = value.name || 'a function';
  else if (typeof value === 'number') text = Object.is(value, -0) ? '-0' : String(value);
  else {
    try { text = JSON.stringify(value instanceof Set || value instanceof Map ? [...value] : value) ?? String(value); } catch { text = String(value); }
  }
  return text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) + '…' : text;
}

// As in Playwright: members that are undefined count as not there.
function isEqual(a, b) {
  if (Object.is(a, b)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && Object.is(a.getTime(), b.getTime());
  if (a instanceof RegExp || b instanceof RegExp) return String(a) === String(b);
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((x) => [...b].some((y) => isEqual(x, y)));
  if (a instanceof Map && b instanceof Map) return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)));
  if (Array.isArray(a) && a.length !== b.length) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isEqual(a[name], b[name]));
}

function member(value, path) {
  const keys = Array.isArray(path) ? path : String(path).split(/\.|\[(\d+)\]/).filter((key) => key !== undefined && key !== '');
  for (const key of keys) {
    if (value === null || value === undefined || !(key in Object(value))) return { isThere: false };
    value = value[key];
  }
  return { isThere: true, value };
}

function isNumber(value, name) {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError(`${name}() compares numbers, and ${shown(value)} is none`);
  return value;
}

const assertions = {
  toBe: (actual, expected) => Object.is(actual, expected),
  toBeCloseTo: (actual, expected, precision = 2) => actual === expected || Math.abs(actual - expected) < 10 ** -precision / 2,
  toBeDefined: (actual) => actual !== undefined,
  toBeFalsy: (actual) => !actual,
  toBeGreaterThan: (actual, expected) => isNumber(actual, 'toBeGreaterThan') > expected,
  toBeGreaterThanOrEqual: (actual, expected) => isNumber(actual, 'toBeGreaterThanOrEqual') >= expected,
  toBeInstanceOf: (actual, expected) => actual instanceof expected,
  toBeLessThan: (actual, expected) => isNumber(actual, 'toBeLessThan') < expected,
  toBeLessThanOrEqual: (actual, expected) => isNumber(actual, 'toBeLessThanOrEqual') <= expected,
  toBeNaN: (actual) => Number.isNaN(actual),
  toBeNull: (actual) => actual === null,
  toBeTruthy: (actual) => !!actual,
  toBeUndefined: (actual) => actual === undefined,
  toContain: (actual, expected) => (actual instanceof Set ? actual.has(expected) : typeof actual === 'string' ? actual.includes(String(expected)) : [...actual].includes(expected)),
  toContainEqual: (actual, expected) => [...actual].some((one) => isEqual(one, expected)),
  toEqual: (actual, expected) => isEqual(actual, expected),
  toHaveLength: (actual, expected) => actual.length === expected,
  toHaveProperty: (actual, ...expected) => {
    const { isThere, value } = member(actual, expected[0]);
    return isThere && (expected.length < 2 || isEqual(value, expected[1]));
  },
};

class Expectation {
  #settings; #actual; #message; #isSoft; #isNegated;

  constructor(settings, actual, message, isSoft, isNegated) {
    this.#settings = settings;
    this.#actual = actual;
    this.#message = message;
    this.#isSoft = isSoft;
    this.#isNegated = isNegated;
  }

  get not() { return new Expectation(this.#settings, this.#actual, this.#message, this.#isSoft, !this.#isNegated); }

  static assertion(name, holds) {
    return function (...expected) {
      if (holds(this.#actual, ...expected) !== this.#isNegated) return;
      const what = `expect(${shown(this.#actual)}).${this.#isNegated ? 'not.' : ''}${name}(${expected.map(shown).join(', ')}) does not hold`;
      this.#fail(this.#message === undefined ? what : `${this.#message}: ${what}`);
    };
  }

  #fail(text) {
    if (!this.#isSoft) exec.test.abort(text);
    else if (this.#settings.softMode === 'throw') throw new Error(text);
    else exec.test.fail(text);
  }
}
for (const name of Object.keys(assertions)) Expectation.prototype[name] = Expectation.assertion(name, assertions[name]);
for (const name of OF_PAGES) Expectation.prototype[name] = () => { throw new Error(`${name}() watches a page, and k6/browser is not part of Dyno yet`); };

function configured(settings) {
  const expect = (actual, message) => new Expectation(settings, actual, message, false, false);
  expect.soft = (actual, message) => new Expectation(settings, actual, message, true, false);
  expect.configure = (options) => configured({ ...settings, ...options });
  return expect;
}

export const expect = configured({ softMode: __ENV.K6_TESTING_SOFT_MODE || 'fail' });

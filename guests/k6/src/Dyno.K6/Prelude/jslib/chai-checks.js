// Chai whose every assertion is a check. Chai itself is the npm package; what makes checks of it is Dyno's own. Nothing in here
// waits, so it is left as it is where virtual users share a machine.
import chai from './chai.js';
import { check } from 'k6';

const config = chai.config;
config.truncateMsgThreshold = 300;
config.truncateVariableThreshold = 100;
config.aggregateChecks = true;
config.logFailures = false;

const cut = (text, most) => (text.length > most ? text.slice(0, most) + '...' : text);

function setUp(chai, utils) {
  const { Assertion, AssertionError } = chai;
  const show = (value) => cut(typeof value === 'string' ? value : utils.inspect(value), config.truncateVariableThreshold);

  // With aggregateChecks the values that differ from one iteration to the next stay out of a check's name.
  function nameOf(assertion, template, expected, actual) {
    const label = utils.flag(assertion, 'message');
    const self = label !== undefined ? label : config.aggregateChecks ? '${this}' : show(utils.flag(assertion, 'object'));
    const text = String(typeof template === 'function' ? template() : template)
      .replace(/#\{this\}/g, () => self)
      .replace(/#\{act\}/g, () => (config.aggregateChecks ? '${actual}' : show(actual)))
      .replace(/#\{exp\}/g, () => show(expected));
    return cut(text.replace(/\s+/g, ' '), config.truncateMsgThreshold);
  }

  Assertion.prototype.assert = function (condition, message, negated, expected, actual) {
    const isNegated = utils.flag(this, 'negate');
    const passed = isNegated ? !condition : !!condition;
    const found = actual === undefined ? utils.flag(this, 'object') : actual;
    const name = nameOf(this, isNegated ? negated : message, expected, found);
    check(null, { [name]: passed });
    if (passed) return;
    if (config.logFailures) console.warn(`${name}: found ${show(found)}`);
    throw new AssertionError(name, { actual: found, expected, showDiff: false });
  };

  // expect(x).to.be.true and expect(x).to.be.true() are the same.
  for (const name of ['ok', 'true', 'false', 'null', 'undefined', 'NaN', 'exist', 'empty', 'extensible', 'sealed', 'frozen', 'finite']) {
    const { get } = Object.getOwnPropertyDescriptor(Assertion.prototype, name) || {};
    if (!get) continue;
    Object.defineProperty(Assertion.prototype, name, {
      configurable: true,
      get() {
        const result = get.call(this) || this;
        return new Proxy(() => result, { get: (target, key) => result[key] });
      },
    });
  }

  Assertion.addMethod('validJsonBody', function () {
    let ok = true;
    try { utils.flag(this, 'object').json(); } catch { ok = false; }
    if (utils.flag(this, 'message') === undefined) utils.flag(this, 'message', '');
    this.assert(ok, 'has valid json body', 'does not have valid json body', true, ok);
  });
}
chai.use(setUp);

const { expect } = chai;
export { chai, config, expect };
export default chai;

// https://jslib.k6.io/k6-utils: the small things that load tests need every day. Dyno's own version of the same API.
import { check as checkNow } from 'k6';
import exec from 'k6/execution';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** check() that waits for promises, of the value and of the conditions; without any it answers at once. */
export function check(value, sets, tags) {
  const isLater = (v) => v !== null && (typeof v === 'object' || typeof v === 'function') && typeof v.then === 'function';
  const judge = (val) => {
    const settled = {};
    const later = [];
    for (const name of Object.keys(sets)) {
      const result = typeof sets[name] === 'function' ? sets[name](val) : sets[name];
      settled[name] = result;
      if (isLater(result)) later.push(result.then((r) => { settled[name] = r; }));
    }
    const count = () => checkNow(val, settled, tags);
    return later.length > 0 ? Promise.all(later).then(count) : count();
  };
  return isLater(value) ? value.then(judge) : judge(value);
}

export function randomIntBetween(min, max) { return Math.floor(Math.random() * (max - min + 1) + min); }

export function randomItem(items) { return items[Math.floor(Math.random() * items.length)]; }

export function randomString(length, charset = LETTERS) {
  let text = '';
  for (let i = 0; i < length; i++) text += charset[Math.floor(Math.random() * charset.length)];
  return text;
}

/** Version 4; with true from the system's random numbers instead of Math.random(). */
export function uuidv4(secure = false) {
  if (secure) return crypto.randomUUID();
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (c) => {
    const digit = Math.floor(Math.random() * 16);
    return (c === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
}

/** The text between two others: the first one, or with repeat an array of all. */
export function findBetween(content, left, right, repeat = false) {
  const found = [];
  let from = 0;
  for (;;) {
    const start = content.indexOf(left, from);
    if (start < 0) break;
    const end = content.indexOf(right, start + left.length);
    if (end < 0) break;
    found.push(content.substring(start + left.length, end));
    if (!repeat) break;
    from = end + right.length;
  }
  if (repeat) return found.length > 0 ? found : null;
  return found.length > 0 ? found[0] : null;
}

/** Stages along a bell curve: up to maxVus in the middle, down to none at the end. */
export function normalDistributionStages(maxVus, durationSeconds, numberOfStages = 10) {
  const stages = [];
  const seconds = durationSeconds / (numberOfStages + 1);
  for (let i = 0; i < numberOfStages; i++) {
    const x = numberOfStages === 1 ? 0 : -2 + (4 * i) / (numberOfStages - 1);
    stages.push({ duration: `${Math.ceil(seconds)}s`, target: Math.ceil(maxVus * Math.exp((-x * x) / 2)) });
  }
  stages.push({ duration: `${Math.ceil(seconds)}s`, target: 0 });
  return stages;
}

const UNITS = { d: 86400000, h: 3600000, m: 60000, s: 1000, ms: 1, us: 0.001, 'µs': 0.001, ns: 0.000001 };

export function parseDuration(text) {
  if (typeof text === 'number') return text;
  if (typeof text !== 'string' || text === '') throw new Error('a duration is a text such as 1m30s');
  let milliseconds = 0, rest = text;
  while (rest !== '') {
    const part = /^(\d+(?:\.\d+)?)(ms|us|µs|ns|d|h|m|s)/.exec(rest);
    if (!part) throw new Error(`'${text}' is not a duration: write 1m30s`);
    milliseconds += +part[1] * UNITS[part[2]];
    rest = rest.slice(part[0].length);
  }
  return milliseconds;
}

function stagesOf() {
  const scenario = exec.test.options.scenarios ? exec.test.options.scenarios[exec.scenario.name] : undefined;
  if (!scenario) throw new Error(`the scenario ${exec.scenario.name} is not among the options`);
  if (!Array.isArray(scenario.stages) || scenario.stages.length === 0)
    throw new Error(`the executor ${exec.scenario.executor} has no stages: only ramping-vus and ramping-arrival-rate have`);
  return scenario;
}

export function getCurrentStageIndex() {
  const { stages } = stagesOf();
  const elapsed = Date.now() - exec.scenario.startTime;
  let end = 0;
  for (let i = 0; i < stages.length; i++) {
    end += parseDuration(stages[i].duration);
    if (elapsed < end) return i;
  }
  return stages.length - 1;
}

export function tagWithCurrentStageIndex() { exec.vu.tags.stage = getCurrentStageIndex(); }

export function tagWithCurrentStageProfile() {
  const scenario = stagesOf();
  const index = getCurrentStageIndex();
  const before = index > 0 ? scenario.stages[index - 1].target : scenario.startVUs ?? scenario.startRate ?? 0;
  const now = scenario.stages[index].target;
  exec.vu.tags.stage_profile = now > before ? 'ramp-up' : now < before ? 'ramp-down' : 'steady';
}

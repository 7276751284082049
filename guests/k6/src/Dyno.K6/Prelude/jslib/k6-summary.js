// https://jslib.k6.io/k6-summary: texts from the data of handleSummary. Dyno's own version of the same API.

const COLOURS = { green: '\x1b[32m', red: '\x1b[31m', faint: '\x1b[2m', cyan: '\x1b[36m', reset: '\x1b[0m' };
const UNITS = { s: [0.001, 's'], ms: [1, 'ms'], us: [1000, 'µs'] };
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

const cut = (value, places) => { const p = 10 ** places; return Math.trunc(value * p + 1e-9) / p; };

function bytes(value) {
  if (value < 10) return `${value} B`;
  const power = Math.min(Math.floor(Math.log(value) / Math.log(1000) + 1e-9), SIZES.length - 1);
  const size = Math.floor((value / 1000 ** power) * 10 + 0.5) / 10;
  return `${size.toFixed(size < 10 ? 1 : 0)} ${SIZES[power]}`;
}

function duration(milliseconds, unit) {
  if (unit && UNITS[unit]) return (milliseconds * UNITS[unit][0]).toFixed(2) + UNITS[unit][1];
  if (milliseconds === 0) return '0s';
  if (milliseconds < 0.001) return `${Math.trunc(milliseconds * 1000000)}ns`;
  if (milliseconds < 1) return `${cut(milliseconds * 1000, 2)}µs`;
  if (milliseconds < 1000) return `${cut(milliseconds, 2)}ms`;
  if (milliseconds < 60000) return `${cut(milliseconds / 1000, 2)}s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m${seconds % 60}s` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`;
}

export function humanizeValue(value, metric, timeUnit) {
  if (metric.type === 'rate') return `${(Math.trunc(value * 100 * 100) / 100).toFixed(2)}%`;
  if (metric.contains === 'data') return bytes(value);
  if (metric.contains === 'time') return duration(value, timeUnit);
  return String(cut(value, 6));
}

function valuesOf(metric, unit) {
  const v = metric.values;
  const show = (x) => humanizeValue(x, metric, unit);
  switch (metric.type) {
    case 'counter': return [show(v.count), `${show(v.rate)}/s`];
    case 'gauge': return [show(v.value), `min=${show(v.min)}`, `max=${show(v.max)}`];
    case 'rate': return [show(v.rate), `✓ ${v.passes}`, `✗ ${v.fails}`];
    default: return Object.keys(v).map((name) => `${name}=${name === 'count' ? v[name] : show(v[name])}`);
  }
}

function checks(group, indent, lines, colour) {
  for (const one of group.checks) {
    if (one.fails === 0) { lines.push(colour('green', `${indent}✓ ${one.name}`)); continue; }
    const share = Math.floor((100 * one.passes) / (one.passes + one.fails));
    lines.push(colour('red', `${indent}✗ ${one.name}`), colour('red', `${indent} ↳  ${share}% — ✓ ${one.passes} / ✗ ${one.fails}`));
  }
  if (group.checks.length > 0) lines.push('');
  for (const inner of group.groups) {
    lines.push(`${indent}█ ${inner.name}`, '');
    checks(inner, indent + '  ', lines, colour);
  }
}

function metrics(data, indent, lines, colour, unit) {
  const names = Object.keys(data.metrics).sort((a, b) => (a < b ? -1 : 1));
  const shown = (name) => { const brace = name.indexOf('{'); return brace < 0 ? name : `{ ${name.slice(brace + 1, -1)} }`; };
  const isPart = (name) => name.includes('{');
  const width = Math.max(0, ...names.map((n) => shown(n).length + (isPart(n) ? 2 : 0)));
  const rows = names.map((name) => ({ name, values: valuesOf(data.metrics[name], unit) }));
  const columns = [];
  for (const row of rows) if (row.values.length > 3) row.values.forEach((v, i) => { columns[i] = Math.max(columns[i] || 0, v.length); });
  for (const { name, values } of rows) {
    const metric = data.metrics[name];
    const passed = metric.thresholds ? Object.values(metric.thresholds).every((t) => t.ok) : undefined;
    const mark = passed === undefined ? ' ' : passed ? colour('green', '✓') : colour('red', '✗');
    const label = (isPart(name) ? '  ' : '') + shown(name);
    const padded = values.length > 3 ? values.map((v, i) => (i < values.length - 1 ? v.padEnd(columns[i]) : v)) : values;
    lines.push(`${indent}${mark} ${label}${colour('faint', '.'.repeat(width - label.length + 3) + ':')} ${colour('cyan', padded.join(' '))}`);
  }
}

/** The summary as text. options: indent (' '), enableColors (true), summaryTimeUnit. */
export function textSummary(data, options = {}) {
  const all = { indent: ' ', enableColors: true, ...(data.options || {}), ...options };
  const colour = all.enableColors ? (name, text) => COLOURS[name] + text + COLOURS.reset : (name, text) => text;
  const lines = [];
  checks(data.root_group, `${all.indent}    `, lines, colour);
  metrics(data, `${all.indent}  `, lines, colour, all.summaryTimeUnit);
  return lines.join('\n');
}

const ENTITIES = { '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' };
const xml = (text) => String(text).replace(/[<>&'"]/g, (c) => ENTITIES[c]);

/** A JUnit report with a case per threshold, as text. options: name, classname. */
export function jUnit(data, options = {}) {
  const cases = [];
  let failures = 0;
  for (const name of Object.keys(data.metrics)) {
    const thresholds = data.metrics[name].thresholds;
    for (const rule of Object.keys(thresholds || {})) {
      const head = `<testcase name="${xml(name)} - ${xml(rule)}" classname="${xml(options.classname || 'Unnamed folder')}"`;
      if (thresholds[rule].ok) cases.push(`${head} />`);
      else { failures++; cases.push(`${head}><failure message="failed" /></testcase>`); }
    }
  }
  const suite = xml(options.name || 'k6 thresholds');
  return `<?xml version="1.0"?>\n<testsuites tests="${cases.length}" failures="${failures}">\n`
    + `<testsuite name="${suite}" tests="${cases.length}" failures="${failures}">${cases.length ? '\n' + cases.join('\n') : ''}\n</testsuite>\n</testsuites>`;
}

(function (takeFailure, failed) {
  'use strict';
  const { parse, stringify } = JSON;
  const files = new Map();
  const isNothing = (value) => value === undefined || value === null;

  function frame(site) {
    const file = site.getScriptNameOrSourceURL();
    const name = site.getFunctionName() || '';
    return files.has(file) ? name + '@' + files.get(file) + ':' + site.getLineNumber() + ':' + site.getColumnNumber() : name + '@[native code]';
  }
  Error.stackTraceLimit = 100;
  Object.defineProperty(Error, 'prepareStackTrace', { value: (error, sites) => sites.map(frame).join('\n'), writable: true, configurable: true });

  function failure() {
    const told = takeFailure(), end = told.indexOf('\n'), text = told.slice(end + 1);
    const type = globalThis[told.slice(0, end)];
    return typeof type === 'function' ? new type(text) : text;
  }
  function read(thrown, name) {
    try { const value = thrown[name]; return isNothing(value) ? '' : String(value); } catch { return ''; }
  }
  function shown(thrown) {
    const text = String(thrown);
    return text === '[object Object]' ? stringify(thrown) ?? text : text;
  }
  return {
    files(document, file) { files.set(document, file); },
    wrap(name, host) {
      const made = function (...given) {
        const result = host(...given);
        if (result === failed) throw failure();
        return result;
      };
      Object.defineProperty(made, 'name', { value: name });
      return made;
    },
    text: String,
    number: Number,
    json: (value) => stringify(value),
    parse(text) { try { return parse(text); } catch { return null; } },
    numbers: (count) => new Float64Array(count),
    describe(thrown) {
      if (typeof thrown !== 'object' && typeof thrown !== 'function' || thrown === null) return stringify(['', String(thrown), '']);
      const name = read(thrown, 'name'), message = read(thrown, 'message');
      let text = message;
      if (message === '' && name === '') try { text = shown(thrown); } catch { /* it cannot be shown */ }
      return stringify([name, text, read(thrown, 'stack')]);
    },
  };
})

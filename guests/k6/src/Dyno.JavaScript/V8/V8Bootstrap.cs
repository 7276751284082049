namespace Dyno.JavaScript;

/// <summary>JavaScript code of every machine: the form of stack traces, and the functions that .NET calls.</summary>
internal static class V8Bootstrap
{
    /// <summary>The prefix of a document's number. V8 identifies evaluated code by this name, which is unique, unlike the name of a file.</summary>
    public const string Document = "document ";

    /// <summary>The document name of this source.</summary>
    public const string File = "dyno:v8";

    /// <summary>
    /// A function with two parameters: a function that returns the failure of a .NET function, and the object that stands for the result
    /// of a failed .NET function. It returns an object of functions. A stack has one line per frame:
    /// <c>function@file:line:column</c>.
    /// </summary>
    public const string Source = """
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
        """;
}

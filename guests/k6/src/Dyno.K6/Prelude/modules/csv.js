// k6/experimental/csv: rows of a file opened with k6/experimental/fs
({ name: 'k6/experimental/csv', make(kit) {
  function rowsOf(text, delimiter) {
    const rows = [];
    let row = [], field = '', quoted = false, any = false;
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (quoted) {
        if (c !== '"') field += c;
        else if (text[i + 1] === '"') { field += '"'; i++; }
        else quoted = false;
      } else if (c === '"' && field === '') { quoted = true; any = true; }
      else if (c === delimiter) { row.push(field); field = ''; any = true; }
      else if (c === '\n') { if (any || field !== '') { row.push(field); rows.push(row); } row = []; field = ''; any = false; }
      else if (c !== '\r' || text[i + 1] !== '\n') field += c;
    }
    if (quoted) throw new Error('a quoted field of the CSV file does not end');
    if (any || field !== '') { row.push(field); rows.push(row); }
    return rows;
  }
  function read(file, options) {
    if (!file || typeof file.text !== 'function') throw new TypeError('csv needs a file opened with k6/experimental/fs');
    const o = options || {};
    const delimiter = o.delimiter === undefined ? ',' : String(o.delimiter);
    if (delimiter.length !== 1) throw new Error('the delimiter of a CSV file is one character');
    let rows = rowsOf(file.text(), delimiter);
    const header = rows[0] || [];
    const from = o.fromLine === undefined || o.fromLine === null ? 0 : o.fromLine, to = o.toLine === undefined || o.toLine === null ? Infinity : o.toLine;
    if (from < 0 || to < from) throw new Error('fromLine must not be negative or above toLine');
    if (o.asObjects) {
      rows = rows.filter((r, i) => i > 0 && i >= from && i <= to);
      return rows.map((r) => Object.fromEntries(header.map((name, i) => [name, r[i]])));
    }
    return rows.filter((r, i) => (i > 0 || !o.skipFirstLine) && i >= from && i <= to);
  }
  class Parser {
    #rows; #at = 0;
    constructor(file, options) { this.#rows = read(file, options); }
    async next() { return this.#at < this.#rows.length ? { done: false, value: this.#rows[this.#at++] } : { done: true, value: [] }; }
  }
  function frozen(rows) { rows.forEach(Object.freeze); return Object.freeze(rows); }
  return { Parser, parse(file, options) { try { return Promise.resolve(frozen(read(file, options))); } catch (e) { return Promise.reject(e); } } };
} })

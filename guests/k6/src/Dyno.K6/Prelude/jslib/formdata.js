// https://jslib.k6.io/formdata: a body of multipart/form-data (RFC 7578) whose fields keep their order and may come twice. Dyno's own
// version of the same API.
const LINE = '\r\n';
const encoder = new TextEncoder();

function bytesOf(data) {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : encoder.encode(String(data));
}

// What would end a name early, as browsers write it (HTML, 4.10.22.8).
const escaped = (name) => String(name).replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');

/** The fields of a form. body() is what http.post() sends, with the header Content-Type: multipart/form-data; boundary=… */
export class FormData {
  constructor() {
    this.boundary = '----DynoFormDataBoundary' + Math.random().toString(36).slice(2);
    this.parts = [];
  }

  /** A field: a text, http.file() or { data, filename, content_type }, bytes with the name of their file. */
  append(field, value, filename) {
    const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
    const isFile = !isBytes && value !== null && typeof value === 'object' && value.data !== undefined;
    const name = filename ?? (isFile ? value.filename : isBytes ? 'blob' : undefined);
    let head = `--${this.boundary}${LINE}Content-Disposition: form-data; name="${escaped(field)}"`;
    if (name !== undefined) head += `; filename="${escaped(name)}"`;
    if (isFile || isBytes) head += `${LINE}Content-Type: ${value.content_type || 'application/octet-stream'}`;
    this.parts.push(bytesOf(head + LINE + LINE), bytesOf(isFile ? value.data : value), bytesOf(LINE));
  }

  /** All of it, as an ArrayBuffer. */
  body() {
    const all = [...this.parts, bytesOf(`--${this.boundary}--${LINE}`)];
    const body = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of all) {
      body.set(part, at);
      at += part.length;
    }
    return body.buffer;
  }
}
export default FormData;

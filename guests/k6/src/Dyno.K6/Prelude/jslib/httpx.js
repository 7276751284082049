// https://jslib.k6.io/httpx: k6/http with a base URL, headers, tags and a time-out of its own. Dyno's own version of the
// same API.
import http from 'k6/http';
import { mapped } from './httpx-batch.js';

/** A request for Httpx.batch. */
export class Request {
  constructor(method, url, body, params) {
    this.method = method;
    this.url = url;
    this.body = body;
    this.params = params || {};
  }
}
export class Get extends Request { constructor(url, body, params) { super('GET', url, body, params); } }
export class Post extends Request { constructor(url, body, params) { super('POST', url, body, params); } }
export class Put extends Request { constructor(url, body, params) { super('PUT', url, body, params); } }
export class Patch extends Request { constructor(url, body, params) { super('PATCH', url, body, params); } }
export class Delete extends Request { constructor(url, body, params) { super('DELETE', url, body, params); } }

export class Httpx {
  constructor(options = {}) {
    const { baseURL, headers, tags, timeout, ...others } = options;
    this.baseURL = baseURL || '';
    this.headers = { ...headers };
    this.tags = { ...tags };
    this.timeout = timeout;
    this.others = others;
  }

  setBaseUrl(url) { this.baseURL = url; }
  addHeader(name, value) { this.headers[name] = `${value}`; }
  addHeaders(headers) { Object.assign(this.headers, headers); }
  clearHeader(name) { delete this.headers[name]; }
  addTag(name, value) { this.tags[name] = `${value}`; }
  addTags(tags) { Object.assign(this.tags, tags); }
  clearTag(name) { delete this.tags[name]; }

  request(method, url, body, params) { return http.request(method, this.urlOf(url), body, this.paramsOf(params)); }
  asyncRequest(method, url, body, params) { return http.asyncRequest(method, this.urlOf(url), body, this.paramsOf(params)); }
  get(url, body, params) { return this.request('GET', url, body, params); }
  post(url, body, params) { return this.request('POST', url, body, params); }
  put(url, body, params) { return this.request('PUT', url, body, params); }
  patch(url, body, params) { return this.request('PATCH', url, body, params); }
  delete(url, body, params) { return this.request('DELETE', url, body, params); }
  options(url, body, params) { return this.request('OPTIONS', url, body, params); }
  head(url, body, params) { return this.request('HEAD', url, body, params); }
  trace(url, body, params) { return this.request('TRACE', url, body, params); }
  asyncGet(url, body, params) { return this.asyncRequest('GET', url, body, params); }
  asyncPost(url, body, params) { return this.asyncRequest('POST', url, body, params); }
  asyncPut(url, body, params) { return this.asyncRequest('PUT', url, body, params); }
  asyncPatch(url, body, params) { return this.asyncRequest('PATCH', url, body, params); }
  asyncDelete(url, body, params) { return this.asyncRequest('DELETE', url, body, params); }
  asyncOptions(url, body, params) { return this.asyncRequest('OPTIONS', url, body, params); }
  asyncHead(url, body, params) { return this.asyncRequest('HEAD', url, body, params); }
  asyncTrace(url, body, params) { return this.asyncRequest('TRACE', url, body, params); }

  batch(requests, params) {
    const shared = params || {};
    const one = (r) => ({
      method: r.method, url: this.urlOf(r.url), body: r.body,
      params: this.paramsOf({ ...shared, ...r.params, headers: { ...shared.headers, ...(r.params || {}).headers }, tags: { ...shared.tags, ...(r.params || {}).tags } }),
    });
    return http.batch(mapped(requests, one));
  }

  urlOf(url) {
    const text = String(url);
    return /^https?:\/\//.test(text) ? url : this.baseURL + text;
  }

  paramsOf(params = {}) {
    const all = { ...this.others, ...params, headers: { ...this.headers, ...params.headers }, tags: { ...this.tags, ...params.tags } };
    if (all.timeout === undefined && this.timeout !== undefined) all.timeout = this.timeout;
    return all;
  }
}
export default { Httpx, Request, Get, Post, Put, Patch, Delete };

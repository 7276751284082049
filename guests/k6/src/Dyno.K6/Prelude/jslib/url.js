// https://jslib.k6.io/url: the globals of the same names, which Dyno's scripts have anyway.
const { URL: Url, URLSearchParams: Params } = globalThis;
export { Url as URL, Params as URLSearchParams };
export default { URL: Url, URLSearchParams: Params };

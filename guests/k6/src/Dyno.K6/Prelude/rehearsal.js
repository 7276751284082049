(function (exports, require, module, __filename, __dirname) {
  'use strict';
  var _http = require('k6/http');
  var _k6 = require('k6');
  function $default() {
    const r = _http.get(__ENV.URL);
    _k6.check(r, { 'is 200': (r) => r.status === 200, 'has a body': (r) => r.body.length > 0 });
  }
  exports.default = $default;
})

module.exports = require('papaparse');

module.exports = require('chai');

// Required, not imported: so each of sucrase's modules stays a function of its own. As one function the whole bundle is what
// the script engine optimizes when the loop over all characters in one of them gets hot: 150 MB for half a second.
const { transform } = require('./node_modules/sucrase/dist/esm/index.js');
globalThis.__sucrase = transform;

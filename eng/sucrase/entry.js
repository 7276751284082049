// Required, not imported: so each of sucrase's modules stays a function of its own. As one function the whole bundle is what
// the script engine optimizes when the loop over all characters in one of them gets hot: 150 MB for half a second.
const { transform } = require('./node_modules/sucrase/dist/esm/index.js');
const { parse } = require('./node_modules/sucrase/dist/esm/parser/index.js');
const { IdentifierRole } = require('./node_modules/sucrase/dist/esm/parser/tokenizer/index.js');
const { ContextualKeyword } = require('./node_modules/sucrase/dist/esm/parser/tokenizer/keywords.js');
const { TokenType } = require('./node_modules/sucrase/dist/esm/parser/tokenizer/types.js');
globalThis.__sucrase = { transform, parse, TokenType, ContextualKeyword, IdentifierRole };

import './decoder.js';
import { parse } from 'acorn';
import MagicString from 'magic-string';
globalThis.__acorn = { parse, MagicString };

import { transform } from 'sucrase';
globalThis.__sucrase = transform;

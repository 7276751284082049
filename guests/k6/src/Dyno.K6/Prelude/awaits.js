// Lets the tags and the group of a user last over await, for k6's feature async-metric-context. Called by SourceCompiler.cs with a
// module as the engine runs it: `await x` becomes `$$context.resume($$context.here(), await $$context.settled(x))`, which takes what was in
// force before the wait and puts it in force again where the function goes on. Lines stay where they are. `for await` is left as it is.
(function (acorn) {
'use strict';

function awaitsIn(node, found) {
  if (Array.isArray(node)) { for (const one of node) awaitsIn(one, found); return found; }
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return found;
  if (node.type === 'AwaitExpression') found.push(node);
  for (const key of Object.keys(node)) awaitsIn(node[key], found);
  return found;
}

return function (body) {
  // With the parentheses of the argument, or `await (a, b)` would become a call with two arguments.
  const awaits = awaitsIn(acorn.parse(body, { ecmaVersion: 'latest', sourceType: 'script', preserveParens: true }), []);
  const edits = []; // at, whether it closes, text; outer awaits come before the inner ones
  for (const node of awaits) edits.push([node.start, 0, '$$context.resume($$context.here(), '], [node.argument.start, 0, '$$context.settled(']);
  for (const node of awaits.reverse()) edits.push([node.argument.end, 1, ')'], [node.end, 1, ')']);
  edits.sort((a, b) => a[0] - b[0] || b[1] - a[1]); // stable: what stands in one place keeps its order
  let made = '', copied = 0;
  for (const [at, , text] of edits) { made += body.slice(copied, at) + text; copied = at; }
  return made + body.slice(copied);
};
})

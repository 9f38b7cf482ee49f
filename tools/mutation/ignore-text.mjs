// Stryker plugin that excludes error texts from mutation: people read them in logs and responses; no rule uses them.

/** Returns whether a node is the text of an error: the second argument of DomainError, the first of other errors. */
function isErrorText({ node, parentPath }) {
  const parent = parentPath?.node;
  if (parent?.type !== 'NewExpression' || !/Error$/.test(parent.callee.name ?? '')) return false;
  const textAt = parent.callee.name === 'DomainError' ? 1 : 0;
  return parent.arguments[textAt] === node;
}

/** Returns whether a node is the value of a `message` property, the text of a zod check. */
const isMessage = ({ node, parentPath }) =>
  parentPath?.node.type === 'ObjectProperty' &&
  parentPath.node.key.name === 'message' &&
  parentPath.node.value === node;

const value = {
  shouldIgnore(path) {
    if (isErrorText(path)) return 'The text of an error; its code is tested.';
    if (isMessage(path)) return 'The text of a problem; its field is tested.';
    return undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'text', value }];

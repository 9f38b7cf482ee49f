// Stryker plugin: leaves out texts for readers of logs and API answers, which no rule depends on.

/** Of `new DomainError(code, detail)` and the errors of the language: the text. */
function isErrorText({ node, parentPath }) {
  const parent = parentPath?.node;
  if (parent?.type !== 'NewExpression' || !/Error$/.test(parent.callee.name ?? '')) return false;
  const textAt = parent.callee.name === 'DomainError' ? 1 : 0;
  return parent.arguments[textAt] === node;
}

/** The `message` of a zod check. */
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

// Finds literal texts for users that are not language keys, and formatting in a hard-coded locale.
import ts from 'typescript';

/** Attributes whose value is visible or read out by screen readers. */
const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder|braillelabel)|title|placeholder|alt|label|helperText|text|message|primary|secondary|header|emptyText|\w+(Text|Label|Title))$/;
/** Functions that show their argument to the user. */
const showing = /^(alert|confirm|prompt|setAlert|setDone|setNotice|showLastingNotice|notify)$/;
const withLocale = /^toLocale(Date|Time)?String$/;

const hasWords = (text: string) => /\p{L}/u.test(text);

/** The key of a text, passed to a call that shows texts by their keys. */
const isKey = (text: string) => /^[a-z]+(_[a-z]+)+$/.test(text);

/** The string literals to which an expression may evaluate. */
function wordsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return hasWords(node.text) ? [node.text] : [];
  if (ts.isTemplateExpression(node)) {
    const words = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
    const inside = node.templateSpans.flatMap(({ expression }) => wordsOf(expression));
    return [...(words.some(hasWords) ? [words.join('…')] : []), ...inside];
  }
  if (ts.isConditionalExpression(node)) return [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return wordsOf(node.right);
    const joins = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken];
    return joins.includes(kind) ? [...wordsOf(node.left), ...wordsOf(node.right)] : [];
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isJsxExpression(node))
    return wordsOf(node.expression);
  return [];
}

function inMarkup(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return hasWords(node.text) ? [node.text.trim()] : [];
  if (ts.isJsxAttribute(node) && spoken.test(node.name.getText())) return wordsOf(node.initializer);
  const isChild = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
  return isChild ? wordsOf(node) : [];
}

const isTitle = (node: ts.Node) => ts.isPropertyAccessExpression(node) && node.getText() === 'document.title';

function inStatements(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return isTitle(node.left) ? wordsOf(node.right) : [];
  if (!ts.isCallExpression(node)) return [];
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  const shown = showing.test(name.getText()) ? node.arguments.flatMap(wordsOf) : [];
  return shown.filter((words) => !isKey(words));
}

/** Whether the locale is missing or hard-coded. */
const isFixedLocale = (locale: ts.Expression | undefined): boolean =>
  locale === undefined ||
  ts.isStringLiteralLike(locale) ||
  (ts.isIdentifier(locale) && locale.text === 'undefined') ||
  (ts.isArrayLiteralExpression(locale) && locale.elements.every(isFixedLocale));

/**
 * Whether a formatter is used by code only, to query the browser or to parse parts, so that users never see its output.
 */
const isForTheProgram = ({ parent }: ts.Node) =>
  ts.isPropertyAccessExpression(parent) && /^(resolvedOptions|formatToParts)$/.test(parent.name.text);

function inFixedLocale(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  if (!ts.isPropertyAccessExpression(node.expression) || isForTheProgram(node)) return [];
  const { expression, name } = node.expression;
  const speaks = withLocale.test(name.text) || (expression.getText() === 'Intl' && /^[A-Z]/.test(name.text));
  return speaks && isFixedLocale(node.arguments?.[0]) ? [node.getText().slice(0, 80)] : [];
}

export function literalTexts(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    found.push(...inMarkup(node), ...inStatements(node), ...inFixedLocale(node));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

// Renders the server's own HTML pages: each is one self-contained document with its own content security policy.
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../../../kit/index.ts';
import type { ReaderTexts } from '../../languages/index.ts';

export interface HtmlPage {
  readonly html: string;
  readonly policy: string;
}

export const newNonce = (): string => randomBytes(16).toString('base64');

/** Serialises a value for a script element; escaping `<` prevents the value from closing the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const STYLE = `
:root{color-scheme:light dark;--ink:#14171f;--soft:#545c6a;--line:#e3e6eb;--edge:#8b93a1;--paper:#fff;--ground:#f4f5f7;--main:#14171f;--on:#fff;--mark:#ffc400;--bad:#ba1f16}
@media (prefers-color-scheme:dark){:root{--ink:#f2f4f7;--soft:#a9b1be;--line:#2b303b;--edge:#6e7684;--paper:#171a21;--ground:#0e1015;--main:#f4f5f7;--on:#14171f;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic",sans-serif}
main{width:100%;max-width:420px;background:var(--paper);border:1px solid var(--line);border-radius:20px;padding:24px}
h1{font-size:1rem;margin:0;font-weight:650;display:flex;align-items:center;gap:10px}
h1::before{content:"";flex:none;width:4px;height:1.1em;border-radius:2px;background:var(--mark)}
.sum{font-size:2rem;font-weight:700;letter-spacing:-.02em;margin:4px 0 0;font-variant-numeric:tabular-nums}
.what,.note{color:var(--soft);margin:0 0 20px;overflow-wrap:anywhere}
.note{font-size:.875rem}
label{display:block;font-size:.875rem;font-weight:500;margin:0 0 4px}
input{width:100%;min-height:48px;padding:10px 14px;font:inherit;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:10px;margin:0 0 16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,.button{display:flex;width:100%;min-height:48px;align-items:center;justify-content:center;padding:10px 16px;font:inherit;font-weight:600;border-radius:14px;border:0;background:var(--main);color:var(--on);cursor:pointer;text-decoration:none;text-align:center}
.quiet{background:transparent;color:var(--main);border:1px solid var(--line);margin-top:12px}
.plain{background:transparent;color:var(--soft);margin-top:8px;font-weight:500}
button[disabled]{opacity:.6;cursor:progress}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.bad{color:var(--bad);margin:0 0 16px}
.bad:empty{display:none}
details{margin-top:20px;border-top:1px solid var(--line);padding-top:12px}
summary{cursor:pointer;color:var(--soft);min-height:32px}
`;

export interface PageParts {
  /** Language and text direction of the reader. */
  reader: ReaderTexts;
  title: string;
  /** HTML inside `main`. */
  body: string;
  /** HTML after the title, for example a redirect. */
  head?: string;
  /** HTML after `main`, such as scripts with the nonce. */
  scripts?: string;
  nonce: string;
  /** Additional sources that the content security policy allows, by directive. */
  allow?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the page and the content security policy to send with it. */
export function htmlPage({
  reader,
  title,
  body,
  head = '',
  scripts = '',
  nonce,
  allow = {},
}: PageParts): HtmlPage {
  const own: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'style-src': [`'nonce-${nonce}'`],
    'script-src': [`'nonce-${nonce}'`],
    'form-action': ["'self'"],
    ...allow,
  };
  return {
    policy: Object.entries(own)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join(';'),
    html: `<!doctype html>
<html lang="${reader.langLocale}" dir="${reader.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
${scripts}
</body>
</html>
`,
  };
}

// Planted faults: scripts that treat texts as HTML or code, and files and e-mails without escaping.
import type { PageFault } from './visit-screens.ts';

interface PlantedPageFault {
  readonly fault: string;
  /** Pattern of the violation that the fault must cause. */
  readonly sign: RegExp;
  readonly page: PageFault;
}

/** Source text that does something once to each element whose whole text is a payload. */
const forEachText = (what: string): string => `
  const done = new Set();
  setInterval(() => {
    for (const element of document.querySelectorAll('main *')) {
      const text = element.textContent;
      if (element.children.length > 0 || done.has(text) || !/xss\\(/.test(text)) continue;
      done.add(text);
      ${what}
    }
  }, 20);`;

const asHtml = forEachText('element.innerHTML = text;');
const asLink = forEachText(
  "if (/^javascript:/.test(text)) { const link = document.createElement('a'); link.href = text; document.body.append(link); link.click(); }",
);

export const plantedPageFaults: readonly PlantedPageFault[] = [
  {
    fault: 'a screen writes texts as HTML, and the policy refuses what they run',
    sign: /the policy refused script-src-attr/,
    page: { script: asHtml, withoutPolicy: false },
  },
  {
    fault: 'a screen writes texts as HTML, and no policy is sent',
    sign: /payload \d+ ran/,
    page: { script: asHtml, withoutPolicy: true },
  },
  {
    fault: 'a screen writes texts as HTML, and they load from another host',
    sign: /a payload loaded |the policy refused (style-src|img-src|script-src|frame-src)/,
    page: { script: asHtml, withoutPolicy: true },
  },
  {
    fault: 'a screen links to an address that a person entered',
    sign: /a text made <a href="javascript:/,
    page: { script: asLink, withoutPolicy: false },
  },
  {
    fault: 'a screen evaluates templates in texts, and no policy is sent',
    sign: /payload \d+ ran/,
    page: {
      script: forEachText('for (const [, code] of text.matchAll(/\\{\\{(.*?)\\}\\}/g)) (0, eval)(code);'),
      withoutPolicy: true,
    },
  },
];

/** E-mail as a template without escaping would write it. */
export const unescapedMail = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** File without the quote that prevents spreadsheets from evaluating formulas. */
export const undefusedFile = (name: string, file: string): string =>
  name.startsWith('export') ? file.replaceAll(/'(?=[=+\-@\t\uff1d])/g, '') : file;

/** Document that runs a script when it is opened. */
export const runningDocument = (name: string, file: string): string =>
  name === 'printReceipt' ? `${file}/OpenAction << /S /JavaScript /JS (1) >>` : file;

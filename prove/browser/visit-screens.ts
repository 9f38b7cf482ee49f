// Opens screens in a real browser and records what payloads did: ran, loaded, or were blocked by the policy.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CANARY_FUNCTION, CANARY_HOST, payloadsIn } from './payloads.ts';

const WITHIN_MS = 30_000;
const IDLE_WITHIN_MS = 5_000;

export interface Visit {
  /** For reports. */
  readonly name: string;
  readonly address: string;
  /** Token of the session; undefined for a visitor. */
  readonly token: string | undefined;
}

/** How a planted fault changes the pages. */
export interface PageFault {
  /** Source text that runs in each page like one of its own scripts. */
  readonly script: string;
  readonly withoutPolicy: boolean;
}

export interface Seen {
  readonly violations: string[];
  /** Numbers of the payloads that were rendered as text. */
  readonly shown: Set<number>;
  screens: number;
}

/** Source text that runs in the page: reports violations of the policy, and every address that a click opens. */
const watcher = `document.addEventListener('securitypolicyviolation', (refused) =>
  window.kerbRefused(refused.violatedDirective + ' ' + refused.blockedURI + ' ' + (refused.sample || '')));`;

/** Source text that disables the map, which takes longest to render; screens describe the map in words then. */
const withoutMap = `
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...options) {
    return /webgl/.test(type) ? null : getContext.call(this, type, ...options);
  };`;

/** Source text that collects all texts of the page, including those in fields, and elements that a payload created. */
const reading = `(() => {
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => field.value);
  const made = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) =>
        (/^on/.test(name) && /${CANARY_FUNCTION}\\(/.test(value)) ||
        (/^(href|src|action|formaction)$/.test(name) && /^[\\s\\u0000-\\u001f]*javascript:/i.test(value)) ||
        (/^(src|href|srcset|background)$/.test(name) && value.includes('${CANARY_HOST}')) ||
        (name === 'srcdoc') || (name === 'style' && value.includes('${CANARY_HOST}')))
      .map(({ name, value }) => '<' + element.localName + ' ' + name + '="' + value.slice(0, 60) + '">'))
    .concat([...document.querySelectorAll('script:not([src]), style, iframe')]
      .filter((element) => /${CANARY_FUNCTION}\\(|${CANARY_HOST}/.test(element.textContent))
      .map((element) => '<' + element.localName + '>'));
  return { text: [document.body.innerText, document.title, ...fields].join('\\n'), made };
})()`;

interface Read {
  readonly text: string;
  readonly made: readonly string[];
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const busy = page.locator('[aria-busy="true"], [role="progressbar"]').first();
  await busy.waitFor({ state: 'detached' });
  // Waits for the requests after the heading; a screen may keep requesting for as long as it is open.
  await page.waitForLoadState('networkidle', { timeout: IDLE_WITHIN_MS }).catch(() => undefined);
}

/** Adds the fault to the app's HTML as a script file of its own, which the policy allows. */
async function plantIn(context: BrowserContext, origin: string, { script, withoutPolicy }: PageFault) {
  await context.route(`${origin}/planted-fault.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const { 'content-security-policy': policy = '', ...headers } = response.headers();
      const body = await response.text();
      await route.fulfill({
        response,
        headers: withoutPolicy ? headers : { ...headers, 'content-security-policy': policy },
        body: body.replace('</head>', '<script src="/planted-fault.js" defer></script></head>'),
      });
    },
  );
}

/** Records what payloads do in any page of the context; `place` returns the current screen. */
async function watch(context: BrowserContext, place: () => string, found: (text: string) => void) {
  const note = (text: string): void => found(`${place()}: ${text}`);
  await context.exposeFunction(CANARY_FUNCTION, (id: unknown) => note(`payload ${String(id)} ran`));
  await context.exposeFunction('kerbRefused', (text: string) => note(`the policy refused ${text}`));
  await context.addInitScript({ content: watcher });
  await context.addInitScript({ content: withoutMap });
  context.on('request', (request) => {
    if (request.url().includes(CANARY_HOST)) note(`a payload loaded ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    note('a payload opened a dialog');
    void dialog.dismiss();
  });
  context.on('weberror', (error) => note(`an error of the page: ${error.error().message}`));
}

async function visit(page: Page, address: string): Promise<Read> {
  await page.goto(address, { waitUntil: 'load' });
  await settle(page);
  return page.evaluate<Read>(reading);
}

/** Opens all screens of one session in one window. */
async function visitAs(
  browser: Browser,
  { origin, token, visits }: { origin: string; token: string | undefined; visits: readonly Visit[] },
  seen: Seen,
  fault?: PageFault,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', locale: 'en-US' });
  context.setDefaultTimeout(WITHIN_MS);
  let place = '';
  await watch(
    context,
    () => place,
    (text) => seen.violations.push(text),
  );
  if (fault) await plantIn(context, origin, fault);
  if (token) await context.addCookies([{ name: 'kerb_session', value: token, url: origin, httpOnly: true }]);
  const page = await context.newPage();
  for (const { name, address } of visits) {
    place = name;
    const read = await visit(page, address).catch((error: unknown) => {
      seen.violations.push(`${name}: the screen did not open: ${String(error).split('\n')[0]}`);
      return { text: '', made: [] };
    });
    for (const element of new Set(read.made)) seen.violations.push(`${name}: a text made ${element}`);
    for (const id of payloadsIn(read.text)) seen.shown.add(id);
    seen.screens += 1;
  }
  await context.close();
}

export async function visitScreens(
  browser: Browser,
  origin: string,
  visits: readonly Visit[],
  fault?: PageFault,
): Promise<Seen> {
  const seen: Seen = { violations: [], shown: new Set(), screens: 0 };
  for (const token of new Set(visits.map((one) => one.token))) {
    const own = visits.filter((one) => one.token === token);
    await visitAs(browser, { origin, token, visits: own }, seen, fault);
  }
  return seen;
}

/** Opens an e-mail without a content security policy. */
export async function openMail(browser: Browser, html: string): Promise<string[]> {
  const found: string[] = [];
  const context = await browser.newContext();
  await watch(
    context,
    () => 'a mail',
    (text) => found.push(text),
  );
  const page = await context.newPage();
  await page.setContent(html, { waitUntil: 'load' });
  const { made } = await page.evaluate<Read>(reading);
  await context.close();
  return [...found, ...[...new Set(made)].map((element) => `a mail: a text made ${element}`)];
}

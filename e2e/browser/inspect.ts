// Checks of every screen: no console error, no accessibility violation, no content wider than the window.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Messages of the software renderer, which the page does not cause. */
const graphicsMessages = /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL/;

/** Ignored in the console: the server rejects implausible jumps from the position that the last window reported. */
const refusedPosition = /\/api\/v1\/me\/location$/;

/** Collects page errors, console errors and violations of the content security policy from now on. */
export async function collectConsoleErrors(page: Page): Promise<string[]> {
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    const isFromPage = !graphicsMessages.test(message.text()) && !refusedPosition.test(url);
    if (message.type() === 'error' && isFromPage) consoleErrors.push(`console: ${message.text()} ${url}`);
  });
  // A position rejected with any other code is a fault of the page.
  page.on('response', async (answer) => {
    if (answer.status() < 400 || !refusedPosition.test(answer.url())) return;
    const code = await answer.json().then(
      (problem: { code?: string }) => problem.code,
      () => 'no problem document',
    );
    if (code !== 'position_rejected') consoleErrors.push(`position rejected: ${answer.status()} ${code}`);
  });
  // Source text, because it runs in the page and not in the journey's process.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (refused) =>
      console.error('content policy: ' + refused.violatedDirective + ' ' + refused.blockedURI + ' ' + refused.sourceFile + ':' + refused.lineNumber));`,
  });
  return consoleErrors;
}

/** Waits until the screen has loaded its data and fonts and has been rendered. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('[aria-busy="true"], [role="progressbar"]').first().waitFor({ state: 'detached' });
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))',
  );
}

/** Navigates inside the loaded app without a page load, like the browser's back button, so that its guard runs. */
export const changeAddress = (page: Page, address: string): Promise<void> =>
  // Source text, because it runs in the page and not in the journey's process.
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );

/**
 * Opens a screen inside the loaded app; resolves when the previous screen's heading is removed and the new screen is
 * settled. The two screens must be different components.
 */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(`document.querySelector('h1')?.setAttribute('data-of-screen-before', '')`);
  await changeAddress(page, address);
  await page.locator('[data-of-screen-before]').waitFor({ state: 'detached' });
  await settled(page);
}

/** Boxes that scroll horizontally, the page itself included; source text, because it runs in the page. */
const tooWideBoxes = `[...document.querySelectorAll('*')]
  .filter((element) => {
    const isPage = element === document.scrollingElement;
    const scrolls = isPage || /auto|scroll/.test(getComputedStyle(element).overflowX);
    return scrolls && element.scrollWidth > element.clientWidth + 1;
  })
  .map((one) => one.scrollWidth + ' px in ' + one.clientWidth + ' px: <' + one.localName + ' class="' + one.className + '">')`;
export const tooWide = (page: Page): Promise<string[]> => page.evaluate<string[]>(tooWideBoxes);

/**
 * Names of the product or the screen that the header truncates, and of links at the bottom of a phone; source text.
 * Names of more than 30 characters may be truncated.
 */
const cutNames = `[...document.querySelectorAll('header h1, header a[href="/"] span, main + nav a > span')]
  .filter((name) => name.textContent.length <= 30 && name.scrollWidth > name.clientWidth && getComputedStyle(name).overflowX !== 'visible')
  .map((name) => 'cut: ' + name.textContent)`;

/** Untranslated English labels of libraries on a page in another language; source text. */
const untranslatedLabels = `[...document.querySelectorAll('[aria-label], [title], [placeholder]')]
  .flatMap((element) => ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
  .filter((words) => /^(Open|Close|Clear|Year|Month|Day|Hours|Minutes|Meridiem|Empty|Toggle attribution|Map|(Zoom|Choose|Select|Previous|Next|Go to|Remove) .*)$/.test(words))
  .map((words) => 'untranslated: ' + words)`;

/** Boxes that are too wide, truncated names, untranslated labels, wrong headings and a wrong direction of the page. */
export async function layoutFindings(page: Page, direction: 'ltr' | 'rtl'): Promise<string[]> {
  const found = await tooWide(page);
  found.push(...(await page.evaluate<string[]>(cutNames)));
  if (direction === 'rtl') found.push(...(await page.evaluate<string[]>(untranslatedLabels)));
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} first headings`);
  const dir = await page.locator('html').getAttribute('dir');
  if (dir !== direction) found.push(`direction ${dir}`);
  return found;
}

/** Violations of WCAG 2.2 A and AA that axe finds. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // The pages have no frames, so injecting axe once, as the legacy mode does, is enough.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

/** Layout and accessibility of the state that the page is in now. */
export async function findings(page: Page, direction: 'ltr' | 'rtl'): Promise<string[]> {
  const layout = await layoutFindings(page, direction);
  return [...layout, ...(await accessibilityFindings(page))];
}

// What must hold on every screen at every size: quiet console, no accessibility violation, nothing wider than the window.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const screenshots = fileURLToPath(new URL('../../artifacts/screens', import.meta.url));
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What the graphics card's stand-in says of itself, not the page. */
const ofTheMachine = /GPU stall|GroupMarkerNotSet|Automatic fallback to software WebGL/;

/** A jump from where the driver's last window stood is refused, and the browser writes every refusal down. */
const refusedPosition = /\/api\/v1\/me\/location$/;

/** Everything the page complains of from now on: errors, and what the content policy refuses. */
export async function listenToConsole(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    const isOfThePage = !ofTheMachine.test(message.text()) && !refusedPosition.test(url);
    if (message.type() === 'error' && isOfThePage) complaints.push(`console: ${message.text()} ${url}`);
  });
  // Any other refusal of a position is the page's fault.
  page.on('response', async (answer) => {
    if (answer.status() < 400 || !refusedPosition.test(answer.url())) return;
    const code = await answer.json().then(
      (problem: { code?: string }) => problem.code,
      () => 'no problem document',
    );
    if (code !== 'position_rejected') complaints.push(`position refused: ${answer.status()} ${code}`);
  });
  // As text: these lines run in the page, whose globals are not the journey's.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (refused) =>
      console.error('content policy: ' + refused.violatedDirective + ' ' + refused.blockedURI + ' ' + refused.sourceFile + ':' + refused.lineNumber));`,
  });
  return complaints;
}

/** The screen in its full state: read, drawn, nothing left to load. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('[aria-busy="true"], [role="progressbar"]').first().waitFor({ state: 'detached' });
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))',
  );
}

/** Boxes that a person would have to scroll sideways, the page itself among them; as text, for it runs in the page. */
const tooWideBoxes = `[...document.querySelectorAll('*')]
  .filter((element) => {
    const isPage = element === document.scrollingElement;
    const scrolls = isPage || /auto|scroll/.test(getComputedStyle(element).overflowX);
    return scrolls && element.scrollWidth > element.clientWidth + 1;
  })
  .map((one) => one.scrollWidth + ' px in ' + one.clientWidth + ' px: <' + one.localName + ' class="' + one.className + '">')`;
export const tooWide = (page: Page): Promise<string[]> => page.evaluate<string[]>(tooWideBoxes);

/**
 * The names of the product and of the screen, where the header had no room for the whole of them; as text, as above.
 * An operator's name that is longer than a line is cut.
 */
const cutNames = `[...document.querySelectorAll('header h1, header a[href="/"] span')]
  .filter((name) => name.textContent.length <= 30 && name.scrollWidth > name.clientWidth && getComputedStyle(name).overflowX !== 'visible')
  .map((name) => 'cut: ' + name.textContent)`;

/** What libraries say by themselves in English, heard or seen on a page in another language; as text, as above. */
const borrowedWords = `[...document.querySelectorAll('[aria-label], [title], [placeholder]')]
  .flatMap((element) => ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
  .filter((words) => /^(Open|Close|Clear|Year|Month|Day|Hours|Minutes|Meridiem|Empty|Toggle attribution|Map|(Zoom|Choose|Select|Previous|Next|Go to|Remove) .*)$/.test(words))
  .map((words) => 'in English: ' + words)`;

export async function findings(page: Page, direction: 'ltr' | 'rtl'): Promise<string[]> {
  const found = await tooWide(page);
  found.push(...(await page.evaluate<string[]>(cutNames)));
  if (direction === 'rtl') found.push(...(await page.evaluate<string[]>(borrowedWords)));
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} first headings`);
  const dir = await page.locator('html').getAttribute('dir');
  if (dir !== direction) found.push(`written ${dir}`);
  // There are no frames to look into, so that one injection is enough; what holds is not told at length.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze();
  for (const { id, nodes } of violations)
    for (const node of nodes)
      found.push(`${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.failureSummary}`);
  return found;
}

export async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

// Renders the hosted page of the test provider: a card form, and buttons for the other outcomes of a payment.

import { escapeHtml } from '../../../kit/index.ts';
import type { PageLook } from '../pages/checkout-page.ts';
import { type HtmlPage, htmlPage, newNonce } from '../pages/html-page.ts';
import { type PageTextKey, pageText } from '../pages/page-texts.ts';
import type { TestOrder } from './test-orders.repository.ts';

type Look = Pick<PageLook, 'reader' | 'appName' | 'amount'>;

/** Isolates an amount (Unicode bidi isolate), so that it is rendered in order inside a right-to-left sentence. */
const isolated = (amount: string): string => `\u2066${amount}\u2069`;

/**
 * Returns the path of a return URL. This page is on the same host; the host in the URL comes from the request that
 * opened the checkout, which could name another site.
 */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** `wrong`: the card number was not a test card. Works without JavaScript. */
export function testPage({ reader, appName, amount }: Look, order: TestOrder, wrong: boolean): HtmlPage {
  const nonce = newNonce();
  const text = (key: PageTextKey, words?: Record<string, string>) => escapeHtml(pageText(reader, key, words));
  const isOpen = order.status === 'open' || order.status === 'failed';
  const head = `<h1>${text('test_title')} · ${escapeHtml(appName)}</h1>
<p class="sum"><bdi>${escapeHtml(amount)}</bdi></p>
<p class="what"><bdi>${escapeHtml(order.product_name)}</bdi></p>`;
  if (!isOpen)
    return htmlPage({
      reader,
      nonce,
      title: pageText(reader, 'over'),
      body: `${head}
<p role="status"><strong>${text('over')}.</strong> ${text('over_note')}</p>
<a class="button" href="${escapeHtml(pathOf(order.return_url))}">${text('continue')}</a>`,
    });
  const describedBy = wrong ? 'aria-invalid="true" aria-describedby="bad" autofocus' : '';
  const other = (action: string, key: PageTextKey) =>
    `<button class="quiet" name="action" value="${action}" formnovalidate>${text(key)}</button>`;
  return htmlPage({
    reader,
    nonce,
    title: pageText(reader, 'test_title'),
    body: `${head}
<p class="note">${text('test_note')}</p>
<form method="post">
<p id="bad" class="bad" role="alert">${wrong ? text('card_wrong') : ''}</p>
<label for="card">${text('card')}</label>
<input id="card" name="card" dir="ltr" inputmode="numeric" autocomplete="cc-number" maxlength="23" value="4242 4242 4242 4242" required ${describedBy}>
<div class="pair">
<div><label for="expiry">${text('expiry')}</label><input id="expiry" name="expiry" dir="ltr" inputmode="numeric" autocomplete="cc-exp" maxlength="7" value="12/34"></div>
<div><label for="code">${text('code')}</label><input id="code" name="code" dir="ltr" inputmode="numeric" autocomplete="cc-csc" maxlength="4" value="123"></div>
</div>
<button name="action" value="approve">${text('pay', { amount: isolated(amount) })}</button>
<button class="plain" name="action" value="abandon" formnovalidate>${text('back')}</button>
<details><summary>${text('other')}</summary>
${other('decline', 'decline')}
${other('twice', 'twice')}
${other('late', 'late')}
</details>
</form>`,
  });
}

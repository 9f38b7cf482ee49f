// Renders the page between the payment form and the provider: it redirects the browser, or embeds the provider's
// script.

import { escapeHtml } from '../../../kit/index.ts';
import type { EmbeddedPage } from '../../../ports/payments.ts';
import type { ReaderTexts } from '../../languages/index.ts';
import type { OpenedCheckout } from '../open-checkout.ts';
import { type HtmlPage, htmlPage, newNonce, scriptJson } from './html-page.ts';
import { pageText } from './page-texts.ts';

export interface PageLook {
  reader: ReaderTexts;
  appName: string;
  /** Formatted for display, with the currency symbol. */
  amount: string;
  /** The provider's display name. */
  provider: string;
}

const heading = ({ appName, amount }: PageLook, product: string): string =>
  `<h1>${escapeHtml(appName)}</h1>
<p class="sum"><bdi>${escapeHtml(amount)}</bdi></p>
<p class="what"><bdi>${escapeHtml(product)}</bdi></p>`;

const backLink = ({ reader }: PageLook, cancelUrl: string): string =>
  `<a class="button plain" href="${escapeHtml(cancelUrl)}">${escapeHtml(pageText(reader, 'back'))}</a>`;

/**
 * Sources of `form-action`: browsers apply it to every redirect after a form post, and providers may redirect to any
 * https host.
 */
const anywhere = (address: string): string[] => ["'self'", 'https:', new URL(address).origin];

function redirectPage(look: PageLook, opened: OpenedCheckout, url: string): HtmlPage {
  const { reader, provider } = look;
  const nonce = newNonce();
  const address = escapeHtml(url);
  return htmlPage({
    reader,
    nonce,
    title: look.appName,
    allow: { 'form-action': anywhere(url) },
    head: `<meta http-equiv="refresh" content="0;url=${address}">`,
    body: `${heading(look, opened.product_name)}
<p role="status">${escapeHtml(pageText(reader, 'going', { provider }))}</p>
<p class="note">${escapeHtml(pageText(reader, 'going_note'))}</p>
<a class="button" href="${address}">${escapeHtml(pageText(reader, 'continue'))}</a>`,
    scripts: `<script nonce="${nonce}">location.replace(${scriptJson(url)})</script>`,
  });
}

function formPage(
  look: PageLook,
  opened: OpenedCheckout,
  { action, fields }: { action: string; fields: Readonly<Record<string, string>> },
): HtmlPage {
  const { reader, provider } = look;
  const nonce = newNonce();
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  return htmlPage({
    reader,
    nonce,
    title: look.appName,
    allow: { 'form-action': anywhere(action) },
    body: `${heading(look, opened.product_name)}
<p role="status">${escapeHtml(pageText(reader, 'going', { provider }))}</p>
<p class="note">${escapeHtml(pageText(reader, 'going_note'))}</p>
<form id="go" method="post" action="${escapeHtml(action)}" accept-charset="utf-8">
${inputs}
<button>${escapeHtml(pageText(reader, 'continue'))}</button>
</form>
${backLink(look, opened.cancelUrl)}`,
    scripts: `<script nonce="${nonce}">HTMLFormElement.prototype.submit.call(document.getElementById('go'))</script>`,
  });
}

/** The interface for `setup`: it provides fields, shows errors, and calls back on the pay button. */
const KERB = `const kerb=(()=>{
const form=document.getElementById('pay'),bad=document.getElementById('bad'),button=form.querySelector('button');
let handler=null,sent=false;
const busy=on=>{button.disabled=on;form.setAttribute('aria-busy',String(on))};
const fail=text=>{busy(false);bad.textContent=text||form.dataset.failed};
const submit=fields=>{if(sent)return;sent=true;busy(true);
for(const [name,value] of Object.entries(fields)){const input=document.createElement('input');input.type='hidden';input.name=name;input.value=String(value);form.append(input)}
HTMLFormElement.prototype.submit.call(form)};
form.addEventListener('submit',event=>{event.preventDefault();if(sent)return;bad.textContent='';busy(true);
Promise.resolve().then(()=>handler&&handler()).catch(error=>fail(error&&error.message))});
addEventListener('pageshow',event=>{if(event.persisted){sent=false;busy(false)}});
return {submit,fail,onPay:next=>{handler=next},data:JSON.parse(document.getElementById('data').textContent)}})();`;

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];

function embeddedPage(look: PageLook, opened: OpenedCheckout, page: EmbeddedPage): HtmlPage {
  const { reader, amount } = look;
  const nonce = newNonce();
  const origins = [...new Set([...originsOf(page.scripts), ...page.origins])];
  const setup = page.setup.replaceAll(/<\/(script)/gi, '<\\/$1');
  return htmlPage({
    reader,
    nonce,
    title: look.appName,
    allow: {
      'script-src': [`'nonce-${nonce}'`, ...origins],
      // The provider's script writes styles into the fields it makes.
      'style-src': ["'self'", "'unsafe-inline'", ...origins],
      'img-src': ["'self'", 'data:', ...origins],
      'font-src': ["'self'", 'data:', ...origins],
      'connect-src': ["'self'", ...origins],
      'frame-src': [...origins],
      'child-src': ['blob:', ...origins],
      'form-action': ["'self'", ...origins],
    },
    body: `${heading(look, opened.product_name)}
<noscript><p class="bad">${escapeHtml(pageText(reader, 'needs_script'))}</p></noscript>
<form id="pay" method="post" action="${escapeHtml(opened.returnUrl)}" data-failed="${escapeHtml(pageText(reader, 'failed'))}">
${page.body}
<p id="bad" class="bad" role="alert"></p>
<button><bdi>${escapeHtml(pageText(reader, 'pay', { amount }))}</bdi></button>
</form>
${backLink(look, opened.cancelUrl)}`,
    scripts: `<script type="application/json" id="data" nonce="${nonce}">${scriptJson(page.data)}</script>
${page.scripts.map((src) => `<script nonce="${nonce}" src="${escapeHtml(src)}"></script>`).join('\n')}
<script nonce="${nonce}">(()=>{${KERB}
try{${setup}
}catch(error){kerb.fail(error&&error.message)}})();</script>`,
  });
}

export function checkoutPage(look: PageLook, opened: OpenedCheckout): HtmlPage {
  const { checkout } = opened;
  switch (checkout.kind) {
    case 'redirect':
      return redirectPage(look, opened, checkout.url);
    case 'form':
      return formPage(look, opened, checkout);
    case 'page':
      return embeddedPage(look, opened, checkout.page);
  }
}

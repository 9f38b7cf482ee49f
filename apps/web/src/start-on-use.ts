// Starts the app on the landing page that the server rendered: a script of its own, without imports, because the app's code
// loads with the first use of the page. A reader does without it, and the page can be filled in meanwhile: first-page.ts
// takes over what was entered and pressed.

/** A touch is a pointer too; screen readers and password managers may only click or enter. */
const signsOfUse = [
  'pointermove',
  'pointerdown',
  'click',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
] as const;
/** Stored by the app on an earlier visit: the page may have to look different, and most of the code is in the cache. */
const storedChoices = ['kerb.language', 'kerb.theme'];

/** The server writes where the code is: the app's entry, and what it imports, separated by spaces. */
const script = document.querySelector<HTMLScriptElement>('script[data-app]');
const page = document.getElementById('root');

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

/** The last button that was pressed on the page of the server: it is pressed again on the page of the app. */
function markPressed(button: Element | null): void {
  if (!page?.isConnected) return;
  page.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  button?.setAttribute('data-pressed', '');
}

function notePress(event: Event): void {
  if (event.target instanceof Element) markPressed(event.target.closest('button'));
}

/** The app submits the form; the browser would load the page again. */
function noteSubmission(event: SubmitEvent): void {
  if (!page?.isConnected) return;
  event.preventDefault();
  markPressed(event.submitter);
}

let isStarted = false;

function start(): void {
  const { app, imports } = script?.dataset ?? {};
  if (!app || isStarted) return;
  isStarted = true;
  for (const sign of signsOfUse) window.removeEventListener(sign, start, true);
  for (const href of imports?.split(' ') ?? []) if (href) preload(href);
  // Without a network: the next use tries again.
  import(/* @vite-ignore */ app).catch(waitForUse);
}

function waitForUse(): void {
  isStarted = false;
  for (const sign of signsOfUse) window.addEventListener(sign, start, { capture: true, passive: true });
}

function hasStoredChoice(): boolean {
  try {
    return storedChoices.some((key) => window.localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}

/** A visitor who lets this site know the position gets the pickup filled in. */
async function startWherePositionIsKnown(): Promise<void> {
  const { state } = await navigator.permissions.query({ name: 'geolocation' });
  if (state === 'granted') start();
}

window.addEventListener('click', notePress, true);
window.addEventListener('submit', noteSubmission, true);
// An address with details, such as a place to go to, is filled in by the app.
const hasDetails = window.location.search !== '' || window.location.hash !== '';
/** Before this script came. */
const wasUsed =
  window.scrollY > 0 || (document.activeElement !== null && page?.contains(document.activeElement));
if (hasDetails || hasStoredChoice() || wasUsed) {
  start();
} else {
  waitForUse();
  startWherePositionIsKnown().catch(() => undefined);
}

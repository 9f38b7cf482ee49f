// Loads the app on a server-rendered page at the first interaction. It is a separate script without imports,
// because visitors who only read do not need the app's code. Input and button presses before the app has started are
// repeated by first-page.ts.

/**
 * Pointer events include touches; screen readers and password managers may cause only click, input or change events.
 */
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
/**
 * Keys that the app stored before: the page may need another language or theme, or continue a sign-up of this tab, and
 * most of the code is already cached.
 */
const storedOnDevice = ['kerb.language', 'kerb.theme'];
const storedInTab = ['kerb_driver_signup'];
/** Time after which the app of a signed-in rider starts even if the page's pictures have not loaded, in ms. */
const LATEST_START_MS = 2_000;

/**
 * The server writes the URL of the app's entry into `data-app`, and the other scripts of the page, separated by spaces,
 * into `data-imports`. `data-when-loaded` starts the app when the page has loaded, without waiting for an interaction.
 */
const script = document.querySelector<HTMLScriptElement>('script[data-app]');
const page = document.getElementById('root');

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

/** Marks the last button that was pressed on the server-rendered page; it is pressed again on the app's page. */
function markPressed(button: Element | null): void {
  if (!page?.isConnected) return;
  page.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  button?.setAttribute('data-pressed', '');
}

function notePress(event: Event): void {
  if (event.target instanceof Element) markPressed(event.target.closest('button'));
}

/** Prevents the submission, which would reload the page; the app submits the form later. */
function noteSubmission(event: SubmitEvent): void {
  if (!page?.isConnected) return;
  event.preventDefault();
  markPressed(event.submitter);
}

let isStarted = false;
let latestStart: ReturnType<typeof setTimeout> | undefined;

function start(): void {
  const { app, imports } = script?.dataset ?? {};
  if (!app || isStarted) return;
  isStarted = true;
  clearTimeout(latestStart);
  for (const sign of signsOfUse) window.removeEventListener(sign, start, true);
  for (const href of imports?.split(' ') ?? []) if (href) preload(href);
  // Failed, for example without a network: the next interaction retries.
  import(/* @vite-ignore */ app).catch(waitForUse);
}

function waitForUse(): void {
  isStarted = false;
  for (const sign of signsOfUse) window.addEventListener(sign, start, { capture: true, passive: true });
}

function hasStoredState(): boolean {
  try {
    return (
      storedOnDevice.some((key) => window.localStorage.getItem(key) !== null) ||
      storedInTab.some((key) => window.sessionStorage.getItem(key) !== null)
    );
  } catch {
    return false;
  }
}

/** Starts at once if the visitor has granted access to the position, because the app then fills in the pickup. */
async function startWherePositionIsKnown(): Promise<void> {
  const { state } = await navigator.permissions.query({ name: 'geolocation' });
  if (state === 'granted') start();
}

/** Starts when the browser has painted the next frame. A hidden page has no frames; its app starts after LATEST_START_MS. */
const startAfterPaint = () => void requestAnimationFrame(() => setTimeout(start));

/** For a rider who is signed in, whose page has live parts: the page's pictures and fonts do not wait for the app. */
function startWhenLoaded(): void {
  if (document.readyState === 'complete') startAfterPaint();
  else window.addEventListener('load', startAfterPaint, { once: true });
  // A picture that hangs must not keep the app from starting.
  latestStart = setTimeout(start, LATEST_START_MS);
}

window.addEventListener('click', notePress, true);
window.addEventListener('submit', noteSubmission, true);
// The app fills in details from the address, such as a destination, and from the history entry after a reload.
const hasDetails =
  window.location.search !== '' || window.location.hash !== '' || window.history.state !== null;
const isForSignedIn = script?.dataset.whenLoaded !== undefined;
/** Whether the visitor used the page before this script ran. */
const wasUsed =
  window.scrollY > 0 || (document.activeElement !== null && page?.contains(document.activeElement));
if (hasDetails || hasStoredState() || wasUsed) {
  start();
} else if (isForSignedIn) {
  waitForUse();
  startWhenLoaded();
} else {
  waitForUse();
  startWherePositionIsKnown().catch(() => undefined);
}

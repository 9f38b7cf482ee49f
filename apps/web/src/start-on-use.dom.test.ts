// Tests when the script of a server-rendered page loads the app, at the first interaction or without one,
// and what it records until then.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKey } from './features/driver-signup/use-signup-draft.ts';

const preloaded = () =>
  [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));

let permission = 'prompt';
let removeListeners: AbortController;

/** Runs the script on a page, as a browser does after loading it. */
async function open(address = '/', historyState: unknown = null, whenStarted = ''): Promise<void> {
  vi.resetModules();
  window.history.replaceState(historyState, '', address);
  document.head.innerHTML = `<script type="text/plain" data-app="data:text/javascript,export{}" data-imports="/assets/base-1.js /assets/run-1.js" ${whenStarted}></script>`;
  document.body.innerHTML =
    '<div id="root" data-rendered="/"><form><input /><button>Book</button></form><button>Theme</button></div>';
  await import('./start-on-use.ts');
  await new Promise((done) => setTimeout(done));
}

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  permission = 'prompt';
  removeListeners = new AbortController();
  const add = window.addEventListener.bind(window);
  // Collects the listeners, so that those of one test do not receive the events of the next one.
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ) =>
      add(type, listener, {
        capture: options === true || typeof options === 'object',
        signal: removeListeners.signal,
      }),
  );
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: permission }) } });
});
afterEach(() => {
  vi.useRealTimers();
  removeListeners.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('loads the app on the first use of the page, once', async () => {
  await open();
  expect(preloaded()).toEqual([]);
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('keydown'));
  expect(preloaded()).toEqual(['/assets/base-1.js', '/assets/run-1.js']);
});

it.each(['/?pickup=1', '/#help'])('loads it at once for %s', async (address) => {
  await open(address);
  expect(preloaded()).toHaveLength(2);
});

it('loads the app at once after a reload of a page that the app has changed', async () => {
  await open('/driver-signup', { usr: { waiting: true } });
  expect(preloaded()).toHaveLength(2);
});

describe('on a page whose app starts without an interaction', () => {
  const openPage = () => open('/', null, 'data-when-loaded=""');
  const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));

  it('loads the app after the next frame when the page has loaded already', async () => {
    await openPage();
    await vi.waitFor(() => expect(preloaded()).toHaveLength(2));
  });

  it('loads the app when the pictures of the page have loaded', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    await openPage();
    await nextFrame();
    expect(preloaded()).toEqual([]);
    window.dispatchEvent(new Event('load'));
    await vi.waitFor(() => expect(preloaded()).toHaveLength(2));
  });

  it('loads the app at the first interaction before that', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    await openPage();
    window.dispatchEvent(new Event('pointerdown'));
    expect(preloaded()).toHaveLength(2);
  });

  it('does not wait for a picture that does not arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    const opening = openPage();
    await vi.advanceTimersByTimeAsync(1_900);
    await opening;
    expect(preloaded()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(preloaded()).toHaveLength(2);
  });
});

it('loads the app at once for a visitor who chose a language before', async () => {
  window.localStorage.setItem('kerb.language', '{"locale":"ar","chosen":true}');
  await open();
  expect(preloaded()).toHaveLength(2);
});

it('loads the app at once when the tab has a stored draft of the driver sign-up', async () => {
  window.sessionStorage.setItem(storageKey, '{"step":"confirm"}');
  await open('/driver-signup');
  expect(preloaded()).toHaveLength(2);
});

it('loads the app at once on a page that was scrolled before', async () => {
  vi.stubGlobal('scrollY', 500);
  await open();
  expect(preloaded()).toHaveLength(2);
});

it('loads the app at once when the position is known', async () => {
  permission = 'granted';
  await open();
  expect(preloaded()).toHaveLength(2);
});

it('marks the last button that was pressed, and prevents form submission', async () => {
  await open();
  const [book, theme] = document.querySelectorAll('button');
  theme?.click();
  expect(theme?.dataset.pressed).toBe('');
  const submission = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: book ?? null });
  document.querySelector('form')?.dispatchEvent(submission);
  expect(submission.defaultPrevented).toBe(true);
  expect([book?.dataset.pressed, theme?.dataset.pressed]).toEqual(['', undefined]);
});

it('does not affect the forms of the app', async () => {
  await open();
  document.getElementById('root')?.replaceWith(document.createElement('form'));
  const submission = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(submission);
  expect(submission.defaultPrevented).toBe(false);
});

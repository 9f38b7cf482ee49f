// Shows the server-rendered page until the app has rendered completely, then replaces it in one step. Remembers the
// outline that other pages show first.
import { hasInput, replacePage } from './repeat-use.ts';

/** Attribute of a root element with server-rendered content; its value is the page's path. */
const RENDERED = 'data-rendered';
/** After this time, in ms, the app's page is shown even if some of its parts have not loaded. */
const LATEST_MS = 15_000;

interface AppRoot {
  /** The element into which React renders. */
  readonly root: HTMLElement;
  /** Path of the server-rendered page that is shown until the app is complete; null without one. */
  readonly renderedPath: string | null;
  /**
   * Call it once React has started to render. `isReady` returns false while the app cannot show the requested page; a
   * server-rendered page with input is not replaced until then.
   */
  readonly show: (isReady: () => boolean) => void;
}

let outline: Element | null = null;

/**
 * What index.html shows until the app's code has loaded: the service's name and the outline of a screen. Null on a page
 * that the server has rendered.
 */
export const firstOutline = (): Element | null => outline;

const isComplete = (root: HTMLElement): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[aria-busy="true"]') === null;

export function rootOfApp(): AppRoot {
  const first = document.getElementById('root');
  if (!first) throw new Error('index.html has no #root');
  outline = first.querySelector('.first-paint');
  const renderedPath = first.getAttribute(RENDERED);
  if (renderedPath === null) return { root: first, renderedPath, show: () => undefined };
  // Detached from the document, so that no element exists twice in it.
  const root = document.createElement('div');
  root.id = first.id;
  return { root, renderedPath, show: (isReady) => replaceWhenComplete(first, root, isReady) };
}

function replaceWhenComplete(first: HTMLElement, root: HTMLElement, isReady: () => boolean): void {
  const replace = () => {
    // The app shows another screen for now, such as that for missing settings: what was entered must not be lost.
    if (!isReady() && hasInput(first)) return;
    observer.disconnect();
    clearTimeout(latest);
    replacePage(first, root);
  };
  const observer = new MutationObserver(() => {
    if (isComplete(root)) replace();
  });
  const latest = setTimeout(replace, LATEST_MS);
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  });
}

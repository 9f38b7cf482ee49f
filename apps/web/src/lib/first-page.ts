// The page that the server rendered stays until the app's own is complete, which then takes its place in one step.
import { replacePage } from './repeat-use.ts';

/** Marks a root with content of the server; the server writes it. */
const RENDERED = 'data-rendered';
/** An app that cannot load all of its parts is shown as far as it has come, after this time in ms. */
const LATEST_MS = 15_000;

interface AppRoot {
  /** Where the app draws. */
  readonly root: HTMLElement;
  /** The server has rendered the page that is shown meanwhile. */
  readonly isRendered: boolean;
  /** Called once the app has begun to draw. */
  readonly show: () => void;
}

const isComplete = (root: HTMLElement): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[aria-busy="true"]') === null;

export function rootOfApp(): AppRoot {
  const first = document.getElementById('root');
  if (!first) throw new Error('index.html has no #root');
  if (!first.hasAttribute(RENDERED)) return { root: first, isRendered: false, show: () => undefined };
  // Outside of the document, so that no element is there twice.
  const root = document.createElement('div');
  root.id = first.id;
  return { root, isRendered: true, show: () => replaceWhenComplete(first, root) };
}

function replaceWhenComplete(first: HTMLElement, root: HTMLElement): void {
  const replace = () => {
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

// Closes the innermost dialog, drawer, menu or other layer at a close request of the browser, such as the Back gesture
// of Android. Browsers without close requests (CloseWatcher) leave the page instead.
import { layers, layersChanged } from './layers.ts';

/** Part of https://developer.mozilla.org/docs/Web/API/CloseWatcher, which TypeScript does not declare yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
declare global {
  interface Window {
    readonly CloseWatcher?: new () => CloseWatcher;
  }
}

/** Material UI hides closed modals, and those below the innermost one, from assistive technology. */
const innermostModal = 'body > .MuiModal-root:not([aria-hidden="true"])';

/** Presses Escape in the modal, because components know when Escape closes them, when not, and when they ask first. */
function pressEscape(): void {
  const modal = document.querySelector(innermostModal);
  const focused = document.activeElement;
  const target = focused !== null && modal?.contains(focused) ? focused : modal;
  target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

/** Modals are over all other layers. */
function closeInnermost(): void {
  if (document.querySelector(innermostModal) === null) [...layers].at(-1)?.();
  else pressEscape();
}

/** Starts to listen for close requests while a modal or another layer is open; returns a function that stops it. */
export function closeLayersOnRequest(): () => void {
  const { CloseWatcher } = window;
  if (!CloseWatcher) return () => undefined;
  let watcher: CloseWatcher | null = null;
  let isEscapePressed = false;

  function onRequest(): void {
    // A request ends its watcher.
    watcher = null;
    // The Escape key is also a close request, and components have handled the key event already.
    if (!isEscapePressed) closeInnermost();
    watchLayers();
  }

  function watchLayers(): void {
    const isOpen = layers.size > 0 || document.querySelector(innermostModal) !== null;
    if (isOpen && CloseWatcher && watcher === null) {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', onRequest);
    }
    if (!isOpen) {
      watcher?.destroy();
      watcher = null;
    }
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key !== 'Escape') return;
    isEscapePressed = true;
    setTimeout(() => {
      isEscapePressed = false;
    });
  }

  const attributes = new MutationObserver(watchLayers);
  function observeAttributes(nodes: Iterable<Node>): void {
    for (const node of nodes) attributes.observe(node, { attributeFilter: ['aria-hidden'] });
  }
  const modals = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) observeAttributes(addedNodes);
    watchLayers();
  });
  modals.observe(document.body, { childList: true });
  observeAttributes(document.body.children);
  watchLayers();
  window.addEventListener(layersChanged, watchLayers);
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    modals.disconnect();
    attributes.disconnect();
    window.removeEventListener(layersChanged, watchLayers);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    watcher?.destroy();
  };
}

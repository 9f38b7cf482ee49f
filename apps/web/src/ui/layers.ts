// The open layers that are not modals of Material UI, such as the site's menu; close-requests.ts closes them.
import { useEffect, useEffectEvent } from 'react';

/** Functions that close the open layers, the innermost last. */
export const layers = new Set<() => void>();

/** Name of the event of `window` after a layer was opened or closed, for close-requests.ts. */
export const layersChanged = 'layers';
const notify = () => window.dispatchEvent(new Event(layersChanged));

/** Lets the browser's Back gesture close a layer; `close` is null while it is not open. */
export function useLayer(close: (() => void) | null): void {
  const isOpen = close !== null;
  const onRequest = useEffectEvent(() => close?.());
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => onRequest();
    layers.add(layer);
    notify();
    return () => {
      layers.delete(layer);
      notify();
    };
  }, [isOpen]);
}

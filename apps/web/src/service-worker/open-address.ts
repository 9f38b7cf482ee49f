// Opens an address in a window of the app that is there already, or in a new one.

import { OPEN_MESSAGE } from '../lib/push/open-message.ts';

/** Its app shows another screen at once; one that is still loading, or of an older version, says nothing. */
const ANSWER_MS = 1000;

/** What is used of a WindowClient. */
interface AppWindow {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** What is used of the worker's clients. */
export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly AppWindow[]>;
  openWindow(address: string): Promise<unknown>;
}

/** True when the window's app said that it leads there itself, so that nothing typed is lost. */
function isTaken(client: AppWindow, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    client.postMessage({ type: OPEN_MESSAGE, address }, [port2]);
  });
}

/** The visible window, else the one used last. */
const bestOf = (windows: readonly AppWindow[]): AppWindow | undefined =>
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];

export async function openAddress(windows: Windows, address: string): Promise<void> {
  const client = bestOf(await windows.matchAll({ type: 'window', includeUncontrolled: true }));
  if (!client) {
    await windows.openWindow(address);
    return;
  }
  // Refused where the click is too long ago; the address opens all the same.
  await client.focus().catch(() => undefined);
  if (await isTaken(client, address)) return;
  await client.navigate(address).catch(() => windows.openWindow(address));
}

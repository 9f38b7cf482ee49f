// Opens an address in an existing window of the app, or in a new one.

import { OPEN_MESSAGE } from '../lib/push/open-message.ts';

/**
 * Deadline, in ms, for the app's confirmation. A window that is still loading, or runs an older version, never
 * confirms.
 */
const ANSWER_MS = 1000;

/** The part of WindowClient that is used here. */
interface AppWindow {
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(address: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** The part of the service worker's `clients` that is used here. */
export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly AppWindow[]>;
  openWindow(address: string): Promise<unknown>;
}

/**
 * Resolves to true when the app in the window confirmed that it navigates by itself, without a reload that would lose
 * unsaved input.
 */
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

/** The focused window, else a visible one, else the most recently used one. */
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
  // The browser rejects this when the click was too long ago; the address is opened nevertheless.
  await client.focus().catch(() => undefined);
  if (await isTaken(client, address)) return;
  await client.navigate(address).catch(() => windows.openWindow(address));
}

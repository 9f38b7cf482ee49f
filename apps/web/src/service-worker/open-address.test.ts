// Tests in which window a notification opens its address, and when it opens a new one.
import { describe, expect, it, vi } from 'vitest';
import { OPEN_MESSAGE } from '../lib/push/open-message.ts';
import { openAddress, type Windows } from './open-address.ts';

interface Given {
  readonly focused?: boolean;
  readonly visible?: boolean;
  readonly answers?: boolean;
  readonly foreign?: boolean;
}

function windowOf({ focused = false, visible = false, answers = true, foreign = false }: Given) {
  const messages: unknown[] = [];
  const client = {
    focused,
    visibilityState: visible ? 'visible' : 'hidden',
    messages,
    focus: vi.fn(async () => client),
    navigate: vi.fn(async () => {
      if (foreign) throw new TypeError('This service worker is not the client’s');
      return client;
    }),
    postMessage(message: unknown, [port]: Transferable[]) {
      messages.push(message);
      if (answers && port instanceof MessagePort) port.postMessage(true);
    },
  };
  return client;
}

function clientsOf(...windows: ReturnType<typeof windowOf>[]) {
  const openWindow = vi.fn(async () => null);
  const clients: Windows = { matchAll: async () => windows, openWindow };
  return { clients, openWindow };
}

describe('the address of a notification', () => {
  it('opens in a new window when no window is open', async () => {
    const { clients, openWindow } = clientsOf();
    await openAddress(clients, '/Wallet');
    expect(openWindow).toHaveBeenCalledWith('/Wallet');
  });

  it('is sent to the visible window, which navigates itself', async () => {
    const hidden = windowOf({});
    const visible = windowOf({ visible: true });
    const { clients, openWindow } = clientsOf(hidden, visible);
    await openAddress(clients, '/Wallet');
    expect(visible.messages).toEqual([{ type: OPEN_MESSAGE, address: '/Wallet' }]);
    expect(visible.focus).toHaveBeenCalled();
    expect([hidden.messages, visible.navigate.mock.calls, openWindow.mock.calls]).toEqual([[], [], []]);
    const focused = windowOf({ focused: true });
    await openAddress(clientsOf(visible, focused).clients, '/Profile');
    expect(focused.messages).toHaveLength(1);
  });

  it('is loaded in a window whose app does not respond, or in a new window when that fails', async () => {
    const silent = windowOf({ answers: false });
    await openAddress(clientsOf(silent).clients, '/Wallet');
    expect(silent.navigate).toHaveBeenCalledWith('/Wallet');
    const { clients, openWindow } = clientsOf(windowOf({ answers: false, foreign: true }));
    await openAddress(clients, '/Wallet');
    expect(openWindow).toHaveBeenCalledWith('/Wallet');
  });
});

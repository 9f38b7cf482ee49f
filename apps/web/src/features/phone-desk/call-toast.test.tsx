// Tests the toast of an incoming call: answered once, and opened automatically at the dispatcher's own extension.
import type { Desk, DeskCall } from '@kerb/contract';
import { updateTripPickup } from '@kerb/sdk/store';
import { testId } from '@kerb/testing';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { markUnsaved } from '../../lib/unsaved-input.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { CallToast } from './call-toast.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ringing: DeskCall = {
  id: testId(0xca),
  caller: '+59899000001',
  name: 'Ana Paz',
  extension: null,
  at: Date.now(),
};
let desk: Desk;
let isTaken: boolean;
const taken: string[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return new Response(JSON.stringify(desk), { status: 200 });
    taken.push(address);
    return isTaken
      ? new Response(JSON.stringify({ code: 'call_taken', status: 409 }), { status: 409 })
      : new Response(JSON.stringify(ringing), { status: 200 });
  });
  await startI18n();
  await Promise.all((['console', 'desk'] as const).map(loadTexts));
});
beforeEach(() => {
  desk = { takesCalls: true, extension: '101', calls: [ringing], announces: true };
  isTaken = false;
  taken.length = 0;
  store.dispatch(answersApi.util.resetApiState());
});
afterEach(cleanup);

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const show = () =>
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter initialEntries={['/dashboard']}>
          <CallToast />
          <Where />
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
const opened = `/addbookings?caller=${encodeURIComponent('+59899000001')}&call=${ringing.id}`;

describe('a call', () => {
  it('shows the caller, and opens the phone desk when answered', async () => {
    show();
    await screen.findByText('Ana Paz');
    expect(screen.getByText('/dashboard')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await screen.findByText(opened);
    expect(taken).toHaveLength(1);
  });

  it('starts without the trip that was entered for an earlier caller', async () => {
    store.dispatch(updateTripPickup({ add: 'Colonia 1200', lat: -34.9, lng: -56.2 }));
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    await screen.findByText(opened);
    expect(store.getState().tripdata.pickup).toBeNull();
  });

  it('shows that another dispatcher answered first', async () => {
    isTaken = true;
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    await screen.findByText('Another dispatcher has answered this call.');
    expect(screen.getByText('/dashboard')).toBeTruthy();
  });

  it('can be dismissed', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Ana Paz')).toBeNull());
    expect(taken).toEqual([]);
  });

  it('to this desk’s own telephone opens the phone desk automatically', async () => {
    desk = { ...desk, calls: [{ ...ringing, extension: '101' }] };
    show();
    await screen.findByText(opened);
    expect(taken).toHaveLength(1);
  });

  it('to this desk’s own telephone does not leave a page with unsaved input', async () => {
    desk = { ...desk, calls: [{ ...ringing, extension: '101' }] };
    const saved = markUnsaved();
    show();
    await screen.findByRole('button', { name: 'Answer' });
    expect(screen.getByText('/dashboard')).toBeTruthy();
    expect(taken).toEqual([]);
    saved();
  });

  it('is answered over unsaved input only after a confirmation', async () => {
    const saved = markUnsaved();
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Answer this call?' });
    expect(taken).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Answer' }));
    await screen.findByText(opened);
    saved();
  });

  it('from a hidden number is shown as hidden', async () => {
    desk = { ...desk, calls: [{ ...ringing, caller: null, name: null }] };
    show();
    await screen.findByText('Hidden number');
  });
});

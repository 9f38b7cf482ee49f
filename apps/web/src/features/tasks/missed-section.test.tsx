// Tests the section of missed requests: loaded when it is opened, with the reason of each.
import type { MissedRequest } from '@kerb/contract';
import { whyNotReasons } from '@kerb/domain/dispatch';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { MissedSection } from './missed-section.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const missed = (change: Partial<MissedRequest> = {}): MissedRequest => ({
  at: Date.UTC(2026, 2, 2, 12),
  pickup_area: 'Rambla, Palermo',
  reason: 'busy',
  own_secs: null,
  their_secs: null,
  drivers: null,
  open_offers: null,
  ...change,
});
let items: MissedRequest[] | null = [];
let reads = 0;

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    return new Response(JSON.stringify(items ? { items } : { code: 'internal', status: 500 }), {
      status: items ? 200 : 500,
    });
  });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  items = [];
  reads = 0;
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

async function open() {
  render(
    <Provider store={store}>
      <MissedSection />
    </Provider>,
  );
  const button = screen.getByRole('button', { name: 'Recent requests you did not get' });
  expect([button.getAttribute('aria-expanded'), reads]).toEqual(['false', 0]);
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  return button;
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Recent requests' })).getAllByRole('listitem');

describe('the recent requests', () => {
  it('show place and time below the reason, with travel times and counts', async () => {
    items = [
      missed({ reason: 'nearer_driver', own_secs: 420, their_secs: 180, drivers: 1 }),
      missed({ at: 2, reason: 'nearer_driver', own_secs: 420, their_secs: 180, drivers: 15 }),
      missed({ at: 1, reason: 'offer_limit', open_offers: 3 }),
      missed({ reason: 'taken', pickup_area: null }),
    ];
    await open();
    const texts = (await rows()).map((row) => row.textContent ?? '');
    expect(texts[0]).toContain('A nearer driver was asked: 3 min away. You were 7 min away.Rambla, Palermo');
    expect(texts[1]).toContain('15 nearer drivers were asked, the farthest of them 3 min away.');
    expect(texts[2]).toContain('You had 3 offers open');
    expect(texts[3]).toContain('Another driver accepted first.Place not known');
  });

  it('have a text for every reason', async () => {
    items = whyNotReasons.map((reason) => missed({ reason, pickup_area: reason }));
    await open();
    const texts = (await rows()).map((row) => row.querySelector('p')?.textContent ?? '');
    expect(texts).toHaveLength(whyNotReasons.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/);
  });

  it('show an empty state, and can be closed again', async () => {
    const button = await open();
    await screen.findByText(/^You missed no request/);
    fireEvent.click(button);
    expect(screen.queryByText(/^You missed no request/)).toBeNull();
  });

  it('can be read again after a failure', async () => {
    items = null;
    await open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    items = [missed()];
    fireEvent.click(retry);
    expect((await rows())[0]?.textContent).toContain('You were on a trip.');
  });
});

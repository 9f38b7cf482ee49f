// Tests the dispatch receipt: one offer round at a time, its candidates as a list beside the map, and the highlighted
// one.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { aPlace } from '@kerb/testing';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DispatchReceipt } from './dispatch-receipt.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Receipt = RouteAnswer<Routes['getDispatchReceipt']>;
type Round = Receipt['rounds'][number];

const candidate = (name: string, change: Partial<Round['candidates'][number]> = {}) => ({
  driver: name,
  name,
  distance_in_km: 1.2,
  eta_in_secs: 240,
  free_in_secs: null,
  gate: null,
  asked: false,
  offer_outcome: null,
  position: { lat: -34.9, lng: -56.18 },
  ...change,
});
const round = (minute: number, candidates: Round['candidates']): Round => ({
  at: Date.UTC(2026, 2, 2, 12, minute),
  policy: 'broadcast',
  askAt: null,
  nearest_in_secs: null,
  unlisted: {},
  candidates,
});
const first = round(0, [candidate('Bruno Paz', { asked: true, position: null })]);
const second = round(1, [
  candidate('Ana Silva', { asked: true }),
  candidate('Carla Rey'),
  candidate('Dora Luz', { gate: 'busy', eta_in_secs: null, position: null }),
]);
let rounds: Round[] | null = [];
let planned: Receipt['planned'] = null;

beforeAll(async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify(rounds ? { rounds, planned } : { code: 'internal', status: 500 }), {
        status: rounds ? 200 : 500,
      }),
  );
  await startI18n();
  await Promise.all([loadTexts('bookings'), loadTexts('console'), loadTexts('errors')]);
});
beforeEach(() => {
  store.dispatch(answersApi.util.resetApiState());
  rounds = [first, second];
  planned = null;
});

const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <DispatchReceipt booking="b1" pickup={aPlace()} isPlanned={false} />
      </MemoryRouter>
    </Provider>,
  );
const highlight = (name: string) => screen.findByRole('button', { name: `Highlight ${name} on the map` });

describe('the dispatch receipt', () => {
  it('shows the last round with its counts, and another round when it is chosen', async () => {
    show();
    await highlight('Ana Silva');
    for (const text of ['1 asked', '1 eligible, not asked', '1 not eligible'])
      expect(screen.getByText(text)).toBeTruthy();
    await screen.findByText(/^Map of round 2: 1 asked, 1 eligible, 1 not eligible/);
    fireEvent.change(screen.getByLabelText('Round'), { target: { value: String(first.at) } });
    await highlight('Bruno Paz');
    expect(screen.queryByText('Ana Silva')).toBeNull();
    expect(screen.getByRole('heading', { name: /^Round 1/ })).toBeTruthy();
  });

  it.each([
    ['accepted', 'Accepted'],
    ['declined', 'Declined'],
    ['expired', 'No answer'],
    ['lost', 'Taken by another driver'],
    [null, 'Asked'],
  ] as const)('shows the outcome of an offer: %s', async (outcome, text) => {
    rounds = [round(0, [candidate('Ana Silva', { asked: true, offer_outcome: outcome })])];
    show();
    await highlight('Ana Silva');
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows an offer without an outcome in the answer of an older server', async () => {
    const { offer_outcome: _, ...older } = candidate('Ana Silva', { asked: true });
    rounds = [round(0, [older as Round['candidates'][number]])];
    show();
    await highlight('Ana Silva');
    expect(screen.getByText('Asked')).toBeTruthy();
  });

  it('shows the planned driver of a later booking, also before the first round', async () => {
    rounds = [];
    const arrivesAt = Date.UTC(2026, 2, 2, 12, 25);
    const plannedAt = Date.UTC(2026, 2, 2, 12, 1);
    planned = { driver: 'd1', name: 'Eva Sosa', arrivesAt, plannedAt };
    show();
    expect((await screen.findByRole('link', { name: 'Eva Sosa' })).getAttribute('href')).toContain('d1');
    expect(
      screen.getByText(/^Could arrive at .*25.*\. Planned at .*01.*The rider does not see this/),
    ).toBeTruthy();
    expect(screen.getByText('No drivers were looked for yet.')).toBeTruthy();
  });

  it('highlights one candidate at a time, and clears the highlight on a second press', async () => {
    show();
    const ana = await highlight('Ana Silva');
    const carla = await highlight('Carla Rey');
    const pressed = () => [ana, carla].map((button) => button.getAttribute('aria-pressed'));
    fireEvent.click(ana);
    expect(pressed()).toEqual(['true', 'false']);
    fireEvent.click(carla);
    expect(pressed()).toEqual(['false', 'true']);
    fireEvent.click(carla);
    expect(pressed()).toEqual(['false', 'false']);
  });

  it('shows where positions were not recorded', async () => {
    show();
    expect((await highlight('Dora Luz')).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('The positions of some drivers are not recorded.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Round'), { target: { value: String(first.at) } });
    await screen.findByText('The positions of the drivers in this round were not recorded.');
  });

  it('shows no round choice for a single round, and a message without rounds or candidates', async () => {
    rounds = [round(0, [])];
    const { unmount } = show();
    const heading = await screen.findByRole('heading', { name: /^Round 1/ });
    expect(within(heading.parentElement ?? heading).queryByRole('button')).toBeNull();
    expect(screen.queryByLabelText('Round')).toBeNull();
    unmount();
    rounds = [];
    show();
    await screen.findByText('No drivers were looked for yet.');
  });

  it('says of a round without candidates whether no driver was near or they were removed', async () => {
    rounds = [{ ...round(0, []), at: Date.now() }];
    const { unmount } = show();
    await screen.findByText('No driver was near.');
    unmount();
    store.dispatch(answersApi.util.resetApiState());
    rounds = [{ ...round(0, []), at: Date.now() - 36 * 86_400_000 }];
    show();
    await screen.findByText('The drivers of a round are stored for 35 days.');
  });

  it('can be read again after a failure', async () => {
    rounds = null;
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    rounds = [second];
    fireEvent.click(retry);
    await highlight('Ana Silva');
  });
});

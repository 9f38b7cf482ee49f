// Tests the what-if page: choosing a day, the form, a run's progress and results, and applying a comparison.
import type { WhatIfRun } from '@kerb/contract';
import { changeSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { WhatIf } from './what-if.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
vi.mock('../../ui/reports/report-chart.tsx', () => ({
  ReportChart: ({ title }: { title: string }) => <figure aria-label={title} />,
}));

const settings = aPublicSettings({ dispatchPolicy: 'nearest', version: 3 });
const terms = { dispatchPolicy: 'nearest', driverRadius: 10, batchSeconds: 3, broadcastLimit: 15 } as const;
const running: WhatIfRun = {
  id: '019cb0b1-ae60-7178-8ad4-1fe5f8a3b90a',
  created_at: Date.parse('2026-05-12T13:00:00Z'),
  finished_at: null,
  day: '2026-05-11',
  status: 'running',
  requests: 420,
  runs_done: 4,
  runs_total: 10,
  baseline: terms,
  alternative: { ...terms, dispatchPolicy: 'batched', batchSeconds: 5 },
  fleet_percent: 100,
  fleet_drivers: null,
  result: null,
};
const spread = (mean: number, around: number) => ({ mean, low: mean - around, high: mean + around });
const done: WhatIfRun = {
  ...running,
  status: 'done',
  runs_done: 10,
  finished_at: running.created_at + 60_000,
  result: {
    travel_times: 'roads',
    drivers: { baseline: { most: 30, hours: 300 }, alternative: { most: 30, hours: 300 } },
    figures: [
      {
        figure: 'served_share',
        baseline: spread(0.8, 0.01),
        alternative: spread(0.805, 0.02),
        difference: spread(0.005, 0.02),
        beyond_chance: false,
      },
      {
        figure: 'wait_mean_secs',
        baseline: spread(300, 10),
        alternative: spread(240, 8),
        difference: spread(-60, 12),
        beyond_chance: true,
      },
    ],
    measured: {
      requests: 415,
      served_share: 0.78,
      riders: 300,
      wait_mean_secs: 250,
      wait_median_secs: 220,
      wait_p95_secs: 600,
    },
    hours: [
      {
        at: running.created_at,
        requests: 40,
        measured_secs: null,
        baseline_secs: 300,
        alternative_secs: 240,
      },
    ],
  },
};
const days = [
  { day: '2026-05-12', requests: 12, is_over: false },
  { day: '2026-05-11', requests: 420, is_over: true },
];

let runs: WhatIfRun[] = [];
let listedDays = days;
let start: () => Response;
let edit: () => Response;
let sent: { path: string; method: string; query: string; body: unknown }[] = [];
const failure = (code: string, status: number) => Response.json({ code, status }, { status });

function answer(path: string, method: string): Response {
  if (path === '/what-if/days') return Response.json({ items: listedDays, needed_requests: 30 });
  if (path === '/what-if/runs' && method === 'GET') return Response.json({ items: runs });
  if (path === '/what-if/runs') return start();
  if (path.endsWith('/cancel')) {
    runs = [{ ...running, status: 'cancelled' }];
    return Response.json(runs[0]);
  }
  if (path === '/settings' && method === 'PATCH') return edit();
  if (path === '/settings') return Response.json({ ...settings, version: 4, driverRadius: 7 });
  const run = runs.find(({ id }) => path === `/what-if/runs/${id}`);
  return run ? Response.json(run) : failure('not_found', 404);
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, 'http://kerb');
    const path = pathname.replace('/api/v1', '');
    const written = typeof body === 'string' ? JSON.parse(body) : null;
    if (method !== 'GET') sent.push({ path, method, query: search, body: written });
    return answer(path, method);
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await startI18n();
  await Promise.all((['settings', 'reports', 'whatif', 'errors'] as const).map(loadTexts));
});
beforeEach(() => {
  runs = [];
  listedDays = days;
  sent = [];
  start = () => Response.json(running, { status: 201 });
  edit = () => Response.json({ ...settings, dispatchPolicy: 'batched', batchSeconds: 5, version: 4 });
  store.dispatch(answersApi.util.resetApiState());
  store.dispatch(changeSettings(settings));
});
afterEach(cleanup);

function Page() {
  const current = useSettings();
  return current && <WhatIf settings={current} />;
}

function show(address = '/whatif') {
  const router = createMemoryRouter([{ path: '/whatif', element: <Page /> }], { initialEntries: [address] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const startButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Start the comparison' });

describe('a new comparison', () => {
  it('defaults to the newest complete day; days with too few requests are disabled', async () => {
    show();
    const day = await screen.findByLabelText<HTMLSelectElement>('Day');
    expect(day.value).toBe('2026-05-11');
    const today = within(day).getByRole<HTMLOptionElement>('option', { name: /too few/ });
    expect(today.disabled).toBe(true);
  });

  it('sends the changes, and shows the run at its URL', async () => {
    const router = show();
    await startButton();
    fireEvent.click(screen.getByRole('radio', { name: 'All together' }));
    fireEvent.change(screen.getByLabelText('Time between batches'), { target: { value: '5' } });
    fireEvent.click(screen.getByRole('radio', { name: 'A number' }));
    fireEvent.change(screen.getByLabelText('Drivers on duty all day'), { target: { value: '25' } });
    runs = [running];
    press('Start the comparison');
    expect(await screen.findByText('Simulations done: 4 of 10')).toBeTruthy();
    expect(sent[0]?.body).toEqual({
      day: '2026-05-11',
      alternative: { ...terms, dispatchPolicy: 'batched', batchSeconds: 5 },
      fleet_percent: 100,
      fleet_drivers: 25,
    });
    expect(router.state.location.search).toBe(`?run=${running.id}`);
    expect((await startButton()).disabled).toBe(true);
  });

  it('requires a change, and numbers within their limits, before anything is sent', async () => {
    show();
    await startButton();
    press('Start the comparison');
    expect(await screen.findByText('Change at least one setting or the drivers')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Percent of the drivers of each hour'), {
      target: { value: '5' },
    });
    expect(await screen.findByText('Enter a whole number from 10 to 300')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('shows why it was rejected, and retains the input', async () => {
    start = () => failure('what_if_running', 409);
    show();
    await startButton();
    fireEvent.change(screen.getByLabelText('Driver radius'), { target: { value: '4' } });
    press('Start the comparison');
    expect(await screen.findByText('Another comparison is running. Wait for it or cancel it.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Driver radius').value).toBe('4');
  });

  it('is disabled while no day has enough requests', async () => {
    listedDays = [{ day: '2026-05-12', requests: 3, is_over: false }];
    show();
    expect(await screen.findByText('No day has enough requests yet')).toBeTruthy();
    expect(screen.getByText(/needs 30 requests on one day\. Today so far: 3\./)).toBeTruthy();
  });
});

describe('a run', () => {
  it('can be cancelled, and started again', async () => {
    runs = [running];
    show();
    await screen.findByText('Simulations done: 4 of 10');
    press('Cancel the comparison');
    expect(await screen.findByText('The comparison was cancelled.')).toBeTruthy();
    press('Run again');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      path: '/what-if/runs',
      body: { day: running.day, alternative: running.alternative, fleet_percent: 100, fleet_drivers: null },
    });
  });

  it('is polled until it has finished', async () => {
    runs = [running];
    show();
    await screen.findByText('Simulations done: 4 of 10');
    runs = [done];
    expect(await screen.findByText(/riders wait 60 sec less on average/)).toBeTruthy();
  });

  it('shows that a restart interrupted it', async () => {
    runs = [{ ...running, status: 'interrupted' }];
    show(`/whatif?run=${running.id}`);
    expect(await screen.findByText(/The server was restarted meanwhile/)).toBeTruthy();
  });
});

describe('a comparison', () => {
  beforeEach(() => {
    runs = [done];
  });

  it('shows which differences are significant, and how well the simulation matches the day', async () => {
    show();
    expect(await screen.findByText(/That is more than chance\./)).toBeTruthy();
    expect(screen.getByText(/share of served requests differs by no more than chance/)).toBeTruthy();
    expect(screen.getByText(/Measured: a mean wait of 250 sec and 78\.0% served/)).toBeTruthy();
    expect(screen.getByText(/mean wait is off by 20%/)).toBeTruthy();
  });

  it('is applied to the settings after a confirmation that lists the changes', async () => {
    show();
    await screen.findByText(/That is more than chance\./);
    press('Apply to the settings');
    const dialog = await screen.findByRole('dialog', { name: 'Change the dispatch settings?' });
    expect(within(dialog).getByText('The nearest first → All together')).toBeTruthy();
    expect(within(dialog).getByText('3 → 5')).toBeTruthy();
    expect(within(dialog).queryByText('Driver radius')).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change the settings' }));
    expect(await screen.findByText('The settings were changed.')).toBeTruthy();
    expect(sent).toEqual([
      {
        path: '/settings',
        method: 'PATCH',
        query: '?version=3',
        body: { dispatchPolicy: 'batched', batchSeconds: 5 },
      },
    ]);
    expect(screen.getByText('The settings are those of this alternative already.')).toBeTruthy();
  });

  it('lists the changes again when another admin changed the settings meanwhile', async () => {
    edit = () => failure('conflict', 409);
    show();
    await screen.findByText(/That is more than chance\./);
    press('Apply to the settings');
    const dialog = await screen.findByRole('dialog', { name: 'Change the dispatch settings?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change the settings' }));
    expect(await within(dialog).findByText(/7 km → 10 km/)).toBeTruthy();
    expect(within(dialog).getByRole('alert')).toBeTruthy();
  });
});

// Tests a driver's record in the console: rates with their basis, no data, and an error.
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DrivingRecordGroup } from './driving-record.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const counts = { offers: 40, accepted: 30, acceptance: 0.75, trips: 29, cancelled: 1, no_shows: 0 };
let answer: () => Response;
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => answer());
  await startI18n();
  await loadTexts('people');
});
beforeEach(() => {
  store.dispatch(answersApi.util.resetApiState());
});

const show = () =>
  render(
    <Provider store={store}>
      <DrivingRecordGroup driver="0193e000-0000-7000-8000-000000000001" />
    </Provider>,
  );

it('shows each rate with its basis', async () => {
  answer = () => Response.json({ ...counts, cancellation: 1 / 29 });
  show();
  expect((await screen.findByText('75%')).parentElement?.textContent).toBe('75%30 accepted of 40 offers');
  expect(screen.getByText('3%').parentElement?.textContent).toBe('3%1 cancelled of 29 trips');
  expect(screen.queryByText('Rider did not come')).toBeNull();
});

it('counts no-shows of riders apart', async () => {
  answer = () => Response.json({ ...counts, cancellation: 0, no_shows: 2 });
  show();
  expect(await screen.findByText('Rider did not come')).toBeTruthy();
});

it('shows no rate without data', async () => {
  const nothing = { offers: 0, accepted: 0, acceptance: null, trips: 0, cancelled: 0, cancellation: null };
  answer = () => Response.json({ ...nothing, no_shows: 0 });
  show();
  expect(await screen.findAllByText('–')).toHaveLength(2);
});

it('is read again after a failure', async () => {
  answer = () => Response.json({ code: 'internal', status: 500 }, { status: 500 });
  show();
  const again = await screen.findByRole('button');
  answer = () => Response.json({ ...counts, cancellation: 0 });
  fireEvent.click(again);
  expect(await screen.findByText('75%')).toBeTruthy();
});

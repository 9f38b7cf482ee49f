// Tests the next shift of a driver: before it, during it, rejected outside a shift, and after a failed request.
import type { RosterDriver } from '@kerb/contract';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { act, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { NextShift } from './next-shift.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A Monday, so that yesterday is in the previous week. The settings are not loaded, so the time zone is UTC. */
const now = Date.parse('2026-05-11T01:00:00Z');
/** Planned shifts by the day of the requested week; null when the server fails. */
let planned: Record<string, number[]> | null;
let asked: string[];
beforeAll(async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    const day = new URL(String(input), 'http://localhost').searchParams.get('week') ?? '';
    asked.push(day);
    if (planned === null) return Response.json({ code: 'internal', status: 500 }, { status: 500 });
    const shifts = (planned[day] ?? []).map((starts) => ({ starts, ends: starts + 4 * MS_PER_HOUR }));
    const week: RosterDriver = {
      driver: 'd',
      onDuty: false,
      late: false,
      days: [{ day, planned: shifts, changed: false, worked_secs: 0 }],
    };
    return Response.json(week);
  });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  asked = [];
  vi.spyOn(Date, 'now').mockReturnValue(now);
  store.dispatch(answersApi.util.resetApiState());
});

const show = (refused: boolean) =>
  render(
    <Provider store={store}>
      <NextShift refused={refused} />
    </Provider>,
  );
const shown = () =>
  (document.body.textContent ?? '').replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s/g, ' ');

const tomorrow = { '2026-05-17': [now + 31 * MS_PER_HOUR] };
const inShift = { '2026-05-10': [now - 3 * MS_PER_HOUR] };
const soon = { '2026-05-17': [now + 15 * MS_PER_MINUTE] };
const next = 'You are not in a shift now. Your next shift starts on Tue, May 12, 8:00 AM.';
const rule = 'You can go on duty during your shifts, and up to 15 minutes before one.';

it.each([
  ['tomorrow', tomorrow, false, next],
  ['tomorrow, refused', tomorrow, true, next],
  ['none, refused', {}, true, 'No shift is planned for you in the next days.'],
  ['one that the phone takes for open, refused', inShift, true, rule],
  ['not known, refused', null, true, rule],
])('with the next shift %s', async (_, weeks, refused, text) => {
  planned = weeks;
  show(refused);
  await waitFor(() => expect(shown()).toBe(text));
  expect(asked.toSorted()).toEqual(['2026-05-10', '2026-05-17']);
});

it.each([
  ['none', {}],
  ['one that began yesterday', inShift],
  ['one that begins in 15 minutes', soon],
])('says nothing beforehand with %s', async (_, weeks) => {
  planned = weeks;
  show(false);
  await act(async () => {
    await Promise.all(store.dispatch(answersApi.util.getRunningQueriesThunk()));
  });
  expect(asked).toHaveLength(2);
  expect(shown()).toBe('');
});

it('shows a shift that the clock of a phone, an hour ahead, takes for one that has begun', async () => {
  planned = { '2026-05-10': [now + 40 * MS_PER_MINUTE] };
  vi.spyOn(Date, 'now').mockReturnValue(now + MS_PER_HOUR);
  serverClock.observe(new Date(now).toUTCString(), now + MS_PER_HOUR, now + MS_PER_HOUR);
  show(false);
  await waitFor(() =>
    expect(shown()).toBe('You are not in a shift now. Your next shift starts on Mon, May 11, 1:40 AM.'),
  );
  serverClock.observe(new Date(now).toUTCString(), now, now);
});

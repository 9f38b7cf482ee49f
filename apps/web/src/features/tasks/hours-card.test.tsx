// Tests the driver's hours: remaining time and next break on duty, and the earliest next duty when off duty, by the
// server's clock.
import type { Duty } from '@kerb/contract';
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { HoursCard } from './hours-card.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const now = Date.parse('2026-05-10T12:00:00Z');
const MINUTE = 60_000;
const fresh: Duty = {
  worked_secs: 0,
  unbroken_secs: 0,
  until: now + 240 * MINUTE,
  rule: 'break_needed',
  limit_at: now + 260 * MINUTE,
  break_due_at: now + 240 * MINUTE,
  break_ends_at: null,
  allowed_from: now,
  refused: null,
};
let duty: Duty;
let answerDuty: () => Promise<Response>;
const sent: unknown[] = [];
beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Response.json(duty);
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return answerDuty();
  });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  answerDuty = async () => Response.json(aUser({ usertype: 'driver' }));
  vi.spyOn(Date, 'now').mockReturnValue(now);
  store.dispatch(answersApi.util.resetApiState());
});

async function shown(change: Partial<Duty>, { onDuty = true, onTrip = false } = {}): Promise<string> {
  duty = { ...fresh, ...change };
  render(
    <Provider store={store}>
      <HoursCard
        settings={{ dutyHoursLimit: 10, breakAfterHours: 4, breakMinutes: 30 }}
        onDuty={onDuty}
        onTrip={onTrip}
      />
    </Provider>,
  );
  const card = await screen.findByRole('region', { name: 'Hours on duty' });
  return (card.textContent ?? '').replaceAll(/\s/g, ' ');
}

describe('on duty', () => {
  it('shows the time left and the next break', async () => {
    expect(await shown({})).toBe('4 hr 20 min of 10 hr on duty leftBreak of 30 min by 4:00 PMTake a break');
  });

  it('shows no break that would be due after the end of the hours', async () => {
    expect(await shown({ break_due_at: now + 300 * MINUTE })).toBe(
      '4 hr 20 min of 10 hr on duty leftTake a break',
    );
  });

  it('goes off duty for a break', async () => {
    await shown({});
    fireEvent.click(screen.getByRole('button', { name: 'Take a break' }));
    await waitFor(() => expect(sent).toEqual([{ driverActiveStatus: false }]));
  });

  it('sends a break only once while the first tap awaits its response', async () => {
    let respond = (_response: Response) => {};
    answerDuty = () => new Promise((resolve) => (respond = resolve));
    await shown({});
    const button = screen.getByRole('button', { name: 'Take a break' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(button).toHaveProperty('ariaDisabled', 'true');
    respond(Response.json(aUser({ usertype: 'driver' })));
    await waitFor(() => expect(button).toHaveProperty('ariaDisabled', null));
    expect(sent).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why a break was rejected, and can be tried again', async () => {
    answerDuty = async () => Response.json({ code: 'driver_busy', status: 409 }, { status: 409 });
    await shown({});
    fireEvent.click(screen.getByRole('button', { name: 'Take a break' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Finish your trip before you go off duty.');
    expect(screen.getByRole('button', { name: 'Take a break' })).toHaveProperty('disabled', false);
  });

  it('offers no break during a trip, and shows what happens at its end', async () => {
    expect(await shown({}, { onTrip: true })).not.toContain('Take a break');
  });

  it('shows during a trip that the hours are used up', async () => {
    const over = { until: now, limit_at: now, rule: 'duty_limit' as const };
    expect(await shown(over, { onTrip: true })).toBe(
      'Your hours are used up. You go off duty when this trip ends.',
    );
  });
});

describe('off duty', () => {
  it.each([
    [5, '12:05 PM'],
    [24 * 60, 'Mon, May 11, 12:00 PM'],
  ])('says from when duty is allowed, in %d minutes', async (minutes, time) => {
    const refused = { refused: 'duty_limit' as const, allowed_from: now + minutes * MINUTE };
    expect(await shown(refused, { onDuty: false })).toBe(
      `Your hours are used up. You can go on duty again from ${time}.`,
    );
  });

  it('shows the time at which the break will be long enough', async () => {
    const paused = { break_ends_at: now + 10 * MINUTE };
    expect(await shown(paused, { onDuty: false })).toContain('On a break. It is long enough at 12:10 PM.');
  });

  it('shows that the break is long enough', async () => {
    expect(await shown({ break_ends_at: now }, { onDuty: false })).toContain('Your break is long enough.');
  });
});

describe('on a phone whose clock is 30 minutes ahead', () => {
  beforeEach(() => {
    vi.spyOn(Date, 'now').mockReturnValue(now + 30 * MINUTE);
    serverClock.observe(new Date(now).toUTCString(), now + 30 * MINUTE, now + 30 * MINUTE);
  });
  afterEach(() => serverClock.observe(new Date(now).toUTCString(), now, now));

  it('shows the time left by the clock of the server', async () => {
    expect(await shown({})).toContain('4 hr 20 min of 10 hr on duty left');
  });

  it('shows that a break is not long enough yet', async () => {
    const paused = { break_ends_at: now + 10 * MINUTE };
    expect(await shown(paused, { onDuty: false })).toContain('On a break. It is long enough at 12:10 PM.');
  });

  it('says from when duty is allowed', async () => {
    const refused = { refused: 'duty_limit' as const, allowed_from: now + 5 * MINUTE };
    expect(await shown(refused, { onDuty: false })).toContain('You can go on duty again from 12:05 PM.');
  });
});

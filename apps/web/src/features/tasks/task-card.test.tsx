// Tests the buttons of a task: each performs its own action only.
import { aTask } from '@kerb/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TaskCard } from './task-card.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const task = aTask();
const onSelect = vi.fn();
const onAccept = vi.fn();
const onDecline = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});
beforeEach(() => {
  for (const handler of [onSelect, onAccept, onDecline]) handler.mockReset();
});

function show(change: { selected?: boolean; busy?: boolean; disabled?: boolean } = {}) {
  const { selected = false, busy = false, disabled = false } = change;
  render(
    <Provider store={store}>
      <TaskCard
        task={task}
        selected={selected}
        busy={busy}
        disabled={disabled}
        onSelect={onSelect}
        onAccept={onAccept}
        onDecline={onDecline}
      />
    </Provider>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const calls = () => ({
  select: onSelect.mock.calls.length,
  accept: onAccept.mock.calls.length,
  decline: onDecline.mock.calls.length,
});

describe.each([true, false])('a task card (selected: %s)', (selected) => {
  it('declines only with the Decline button', () => {
    show({ selected });
    press('Decline');
    expect(calls()).toEqual({ select: 0, accept: 0, decline: 1 });
  });

  it('accepts only with the Accept button', () => {
    show({ selected });
    press('Accept');
    expect(calls()).toEqual({ select: 0, accept: 1, decline: 0 });
  });

  it('shows its route with the route button, and with a press anywhere else on the card', () => {
    show({ selected });
    press('Show the route of K7PD2M on the map');
    expect(calls()).toEqual({ select: 1, accept: 0, decline: 0 });
    fireEvent.click(screen.getByRole('article'));
    expect(calls()).toEqual({ select: 2, accept: 0, decline: 0 });
  });
});

it('disables both buttons while an answer is being sent', () => {
  show({ disabled: true });
  for (const name of ['Decline', 'Accept'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

it('shows the pay of the trip, its destination and the rider’s first name', () => {
  show();
  const text = screen.getByRole('article').textContent?.replaceAll(/[\u2066-\u2069\u00a0]/g, ' ') ?? '';
  for (const part of ['446.88', '461.88', 'Cash', 'Ana', 'Economy']) expect(text).toContain(part);
  expect(text).not.toContain('Silva');
});

it('shows in hours and minutes how long an offer from an admin is open', () => {
  vi.spyOn(Date, 'now').mockReturnValue(task.expiresAt - (23 * 3_600 + 5 * 60) * 1_000);
  show();
  const text = screen.getByTestId('countdown').textContent?.replaceAll('\u00a0', ' ');
  expect(text).toBe('Open for23 hr 5 min');
  vi.restoreAllMocks();
});

it('counts the seconds of an offer from dispatch', () => {
  vi.spyOn(Date, 'now').mockReturnValue(task.expiresAt - 25_000);
  show();
  expect(screen.getByTestId('countdown').textContent).toBe('25');
  vi.restoreAllMocks();
});

// Tests the duty switch: sends the state the driver chose, and shows why it was rejected.
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DutySwitch } from './duty-switch.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: unknown[] = [];
let answer: () => Response;
beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json(aUser({ usertype: 'driver' }));
});

const show = (onDuty: boolean, renderShift?: (refused: boolean) => string) =>
  render(
    <Provider store={store}>
      <DutySwitch
        onDuty={onDuty}
        title="You are off duty"
        text="Go on duty to get tasks."
        {...(renderShift && { renderShift })}
      />
    </Provider>,
  );
const toggle = () => fireEvent.click(screen.getByRole('switch', { name: 'On duty' }));

it.each([true, false])('sends that the driver goes off duty, or on (on before: %s)', async (onDuty) => {
  show(onDuty);
  expect(screen.getByRole('switch')).toHaveProperty('checked', onDuty);
  toggle();
  await waitFor(() => expect(sent).toEqual([{ driverActiveStatus: !onDuty }]));
  await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('disabled', false));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows that the trip has to be finished first, and can be tried again', async () => {
  answer = () => Response.json({ code: 'driver_busy', status: 409 }, { status: 409 });
  show(true);
  toggle();
  expect((await screen.findByRole('alert')).textContent).toBe('Finish your trip before you go off duty.');
  expect(screen.getByRole('switch')).toHaveProperty('disabled', false);
});

it.each([
  ['outside_shift', 'Your next shift'],
  ['documents_expired', 'A document has expired. Upload a new one to take tasks again.'],
])('refused with %s outside of a shift, says: %s', async (code, text) => {
  answer = () => Response.json({ code, status: 403 }, { status: 403 });
  show(false, (refused) => (refused ? 'Your next shift' : 'Beforehand'));
  expect(screen.getByText('Beforehand')).toBeTruthy();
  toggle();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText('Beforehand')).toBeNull();
});

it('shows no next shift to a driver on duty', () => {
  show(true, () => 'Your next shift');
  expect(screen.queryByText('Your next shift')).toBeNull();
});

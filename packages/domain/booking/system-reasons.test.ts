// Tests that the stored texts of the server's cancellation reasons never change, because existing bookings contain
// them.
import { expect, it } from 'vitest';
import { systemReasonOf, systemReasons } from './system-reasons.ts';

it('system reasons have fixed texts, and an unpaid booking has that of the specification', () => {
  expect(systemReasons).toEqual({
    not_paid: 'cancelled incomplete booking',
    no_driver: 'no driver took the booking',
    time_passed: 'the time of the trip has passed',
    day_skipped: 'day of the recurring booking skipped',
    recurring_stopped: 'recurring booking stopped',
  });
});

it('system reasons differ from the texts of operators and users', () => {
  for (const name of ['not_paid', 'no_driver', 'recurring_stopped'] as const)
    expect(systemReasonOf(systemReasons[name])).toBe(name);
  for (const words of ['Plans have changed', 'no_driver', '', 'toString'])
    expect(systemReasonOf(words)).toBeNull();
});

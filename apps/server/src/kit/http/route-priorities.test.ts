// Tests the routes that must never be shed first. The table's type already ensures that it is complete.
import { routes } from '@kerb/contract';
import { expect, it, test } from 'vitest';
import { priorityOf, routePriorities } from './route-priorities.ts';

test.each([
  'acceptBooking',
  'arriveBooking',
  'startBooking',
  'reachBooking',
  'collectBooking',
  'payBooking',
  'postLocation',
  'postLocations',
  'panicBooking',
  'receiveWebhook',
  'openCheckout',
  'sendOtp',
  'mobileSignIn',
] as const)('%s is essential', (name) => {
  expect(priorityOf(routes[name])).toBe('essential');
});

it('defers lists, searches, estimates, exports and reports', () => {
  const names = Object.entries(routePriorities);
  const read = names.filter(([name]) => /^(list|export|print|count)/.test(name) && name !== 'listTasks');
  const shown = read.filter(
    ([name]) => !['listLanguages', 'listTripReports', 'listMessages', 'listAlerts'].includes(name),
  );
  expect(shown.filter(([, priority]) => priority !== 'deferrable')).toEqual([]);
  expect([priorityOf(routes.createEstimate), priorityOf(routes.getDashboard)]).toEqual([
    'deferrable',
    'deferrable',
  ]);
});

it('treats files and pages of the web app as essential', () => {
  expect(priorityOf(undefined)).toBe('essential');
});

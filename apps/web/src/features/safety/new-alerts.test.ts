// Tests that an alert is announced when it is raised or raised again, but not when the page is opened, and that the most
// urgent one is shown.
import { expect, it } from 'vitest';
import { alertToShow, findNewAlerts } from './new-alerts.ts';

const alert = (id: string, { times = 1, lastAt = 1000 } = {}) => ({ id, times, lastAt });
const loaded = (items: readonly ReturnType<typeof alert>[], open = items.length) => ({ items, open });

it('finds new alerts and those raised again', () => {
  const twice = alert('a', { times: 2 });
  expect(findNewAlerts(null, [alert('a')])).toEqual([]);
  expect(findNewAlerts(loaded([alert('a')]), [alert('b'), alert('a')])).toEqual([alert('b')]);
  expect(findNewAlerts(loaded([alert('a')]), [twice])).toEqual([twice]);
  expect(findNewAlerts(loaded([twice, alert('b')]), [twice])).toEqual([]);
  expect(findNewAlerts(loaded([]), [alert('a')])).toEqual([alert('a')]);
});

it('does not announce an older alert that moves up from the second page', () => {
  const before = loaded([alert('c'), alert('b', { lastAt: 900 })], 3);
  expect(findNewAlerts(before, [alert('c'), alert('a', { lastAt: 500 })])).toEqual([]);
});

it('announces an alert that is new, or raised again on the second page, while there are more than one page', () => {
  const before = loaded([alert('c'), alert('b', { lastAt: 900 })], 3);
  const again = alert('a', { times: 2, lastAt: 2000 });
  expect(findNewAlerts(before, [alert('c'), again])).toEqual([again]);
  // Written a moment later than the newest known one, by another server with a clock a moment behind.
  const urgent = alert('d', { lastAt: 999 });
  expect(findNewAlerts(before, [urgent, alert('c')])).toEqual([urgent]);
});

it('shows the most urgent of several new alerts, and never a less urgent one instead of it', () => {
  const panic = { id: 'p', kind: 'panic' } as const;
  const report = { id: 'r', kind: 'help' } as const;
  const next = { id: 'q', kind: 'help' } as const;
  expect(alertToShow(null, [report, panic], [report, panic])).toBe(panic);
  expect(alertToShow(panic, [report], [report, panic])).toBe(panic);
  expect(alertToShow(report, [panic], [panic, report])).toBe(panic);
  expect(alertToShow(report, [next], [next, report])).toBe(next);
  expect(alertToShow(panic, [], [])).toBeNull();
});

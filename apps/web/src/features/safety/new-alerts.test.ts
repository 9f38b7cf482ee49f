// Tests that an alert is announced when it is raised or raised again, but not when the page is opened.
import { expect, it } from 'vitest';
import { findNewAlerts } from './new-alerts.ts';

const alert = (id: string, times = 1) => ({ id, times });

it('finds new alerts and those raised again', () => {
  expect(findNewAlerts(null, [alert('a')])).toEqual([]);
  expect(findNewAlerts([alert('a')], [alert('b'), alert('a')])).toEqual([alert('b')]);
  expect(findNewAlerts([alert('a')], [alert('a', 2)])).toEqual([alert('a', 2)]);
  expect(findNewAlerts([alert('a', 2), alert('b')], [alert('a', 2)])).toEqual([]);
});

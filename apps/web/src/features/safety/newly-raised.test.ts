// An alert is announced when it is raised and when it is raised again, not when a page is opened.
import { expect, it } from 'vitest';
import { newlyRaised } from './newly-raised.ts';

const alert = (id: string, times = 1) => ({ id, times });

it('tells what is new and what was raised again', () => {
  expect(newlyRaised(null, [alert('a')])).toEqual([]);
  expect(newlyRaised([alert('a')], [alert('b'), alert('a')])).toEqual([alert('b')]);
  expect(newlyRaised([alert('a')], [alert('a', 2)])).toEqual([alert('a', 2)]);
  expect(newlyRaised([alert('a', 2), alert('b')], [alert('a', 2)])).toEqual([]);
});

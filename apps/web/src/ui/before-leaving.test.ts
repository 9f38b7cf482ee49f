// Tests that signing out proceeds at once, or after every component with unsaved input has agreed.
import { expect, it } from 'vitest';
import { guardLeaving, runLeaveGuards } from './before-leaving.ts';

it('calls each guard, and continues when all agree', () => {
  const asked: string[] = [];
  let agree: () => void = () => undefined;
  const ends = [
    guardLeaving((goOn) => {
      asked.push('steps');
      agree = goOn;
    }),
    guardLeaving((goOn) => {
      asked.push('form');
      goOn();
    }),
  ];
  let left = 0;
  runLeaveGuards(() => (left += 1));
  expect([asked, left]).toEqual([['form', 'steps'], 0]);
  agree();
  expect(left).toBe(1);
  for (const end of ends) end();
  runLeaveGuards(() => (left += 1));
  expect(left).toBe(2);
});

// Tests that the breakpoints match the specification in both writing directions.
import { expect, it } from 'vitest';
import { createKerbTheme } from './theme.ts';

it.each(['ltr', 'rtl'] as const)('the breakpoints are 576, 768, 992 and 1200 px (%s)', (direction) => {
  const { sm, md, lg, xl } = createKerbTheme(direction, { clear: '', close: '', openList: '' }).breakpoints
    .values;
  expect([sm, md, lg, xl]).toEqual([576, 768, 992, 1200]);
});

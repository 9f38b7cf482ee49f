// Tests that a held Enter key does not press a button again.
import { fireEvent } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ignoreHeldEnter } from './ignore-held-enter.ts';

const end = ignoreHeldEnter();
afterEach(end);

it('prevents repeated Enter on buttons only', () => {
  document.body.innerHTML = '<button>Send</button><textarea></textarea>';
  const [button, text] = document.body.children;
  if (!button || !text) throw new Error('The page is empty');
  // fireEvent returns false for a prevented event.
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: 'Tab', repeat: true })).toBe(true);
  expect(fireEvent.keyDown(text, { key: 'Enter', repeat: true })).toBe(true);
});

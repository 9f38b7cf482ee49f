// Tests which keys are shortcuts, and when a key is text input instead.
import { describe, expect, it } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  isComposing: false,
  ...more,
});

describe('a key', () => {
  it('opens the search, also from a field when it is Ctrl+K or Command+K', () => {
    expect(shortcutOf(pressed('/'), false)).toBe('find');
    expect(shortcutOf(pressed('k', { ctrlKey: true }), true)).toBe('find');
    expect(shortcutOf(pressed('K', { metaKey: true }), true)).toBe('find');
  });

  it('opens the list with Ctrl+/, and does nothing alone when single keys are turned off', () => {
    expect(shortcutOf(pressed('/', { ctrlKey: true }), true, false)).toBe('list');
    expect(shortcutOf(pressed('k', { ctrlKey: true }), false, false)).toBe('find');
    for (const key of ['/', '?', 'n']) expect(shortcutOf(pressed(key), false, false)).toBeNull();
  });

  it('is typed as text in a field', () => {
    for (const key of ['/', '?', 'n']) expect(shortcutOf(pressed(key), true)).toBeNull();
  });

  it('is ignored with another modifier, during composition, and when already handled', () => {
    expect(shortcutOf(pressed('n', { ctrlKey: true }), false)).toBeNull();
    expect(shortcutOf(pressed('n', { altKey: true }), false)).toBeNull();
    expect(shortcutOf(pressed('/', { defaultPrevented: true }), false)).toBeNull();
    expect(shortcutOf(pressed('k', { ctrlKey: true, isComposing: true }), false)).toBeNull();
  });
});

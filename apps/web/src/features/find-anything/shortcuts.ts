// The keyboard shortcuts of the console: what each key does, and when a key belongs to a field instead.

export type Shortcut = 'find' | 'list' | 'new_booking';

/** What the list of shortcuts shows, and in which order. */
export const shortcutKeys: Readonly<Record<Shortcut, readonly string[]>> = {
  find: ['Ctrl K', '/'],
  new_booking: ['N'],
  list: ['?', 'Ctrl /'],
};

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'
>;

/**
 * `isTyping`: the focus is in a field, where a letter is text. `withSingleKeys` false: a key counts with Ctrl or Command
 * alone. Null for a key that is no shortcut.
 */
export function shortcutOf(pressed: Pressed, isTyping: boolean, withSingleKeys = true): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = pressed;
  if (defaultPrevented || isComposing || altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === '/') return 'list';
    return key.toLowerCase() === 'k' ? 'find' : null;
  }
  if (isTyping || !withSingleKeys) return null;
  switch (key) {
    case '/':
      return 'find';
    case '?':
      return 'list';
    case 'n':
    case 'N':
      return 'new_booking';
    default:
      return null;
  }
}

/** Whether an element takes letters: fields, lists that search by letter, and editable texts. */
export const takesLetters = (element: Element | null): boolean =>
  element?.closest(
    'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]',
  ) != null;

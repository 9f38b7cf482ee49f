// The keyboard shortcuts of the console: what each key does, and when a key belongs to a field instead.

export type Shortcut =
  | 'find'
  | 'list'
  | 'new_booking'
  | 'row_next'
  | 'row_previous'
  | 'row_select'
  | 'row_open'
  | 'row_close';

/** Those that work on every screen of the console; a table answers to its own. */
export type ScreenShortcut = 'find' | 'list' | 'new_booking';

/** What the list of shortcuts shows, and in which order. */
export const shortcutKeys: Readonly<Record<Shortcut, readonly string[]>> = {
  find: ['Ctrl K', '/'],
  new_booking: ['N'],
  list: ['?', 'Ctrl /'],
  row_next: ['J'],
  row_previous: ['K'],
  row_select: ['X'],
  row_open: ['Enter'],
  row_close: ['Esc'],
};

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'
>;

/**
 * `isTyping`: the focus is in a field, where a letter is text. `withSingleKeys` false: a key counts with Ctrl or Command
 * alone. Null for a key that is no shortcut.
 */
export function shortcutOf(
  pressed: Pressed,
  isTyping: boolean,
  withSingleKeys = true,
): ScreenShortcut | null {
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

/** Whether something lies over the page: keys belong to it. */
export const isOverlaid = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** Whether an element takes letters: fields, lists that search by letter, and editable texts. */
export const takesLetters = (element: Element | null): boolean =>
  element?.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]',
  ) != null;

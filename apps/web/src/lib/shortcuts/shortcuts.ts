// Defines the console's keyboard shortcuts, and when a key is text input instead.

export type Shortcut =
  | 'find'
  | 'list'
  | 'new_booking'
  | 'row_next'
  | 'row_previous'
  | 'row_select'
  | 'row_open'
  | 'row_close';

/** Shortcuts that work on every screen of the console; tables handle the others themselves. */
export type ScreenShortcut = 'find' | 'list' | 'new_booking';

/** The keys of each shortcut, in the order of the list of shortcuts. */
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
 * Returns the shortcut of a key press, or null. `isTyping`: the focus is in a field, so that a letter is text input.
 * `hasSingleKeys` false: only combinations with Ctrl or Command count.
 */
export function shortcutOf(pressed: Pressed, isTyping: boolean, hasSingleKeys = true): ScreenShortcut | null {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = pressed;
  if (defaultPrevented || isComposing || altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === '/') return 'list';
    return key.toLowerCase() === 'k' ? 'find' : null;
  }
  if (isTyping || !hasSingleKeys) return null;
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

/** Whether a dialog or menu is open over the page, which then receives the keys. */
export const isOverlaid = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** Whether an element handles letter keys: fields, lists with type-ahead, and editable texts. */
export const takesLetters = (element: Element | null): boolean =>
  element?.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]',
  ) != null;

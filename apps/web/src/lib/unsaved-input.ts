// Tracks whether the screen has unsaved input, which must not be lost when the session ends.

const forms = new Set<object>();
const typed = new Set<Element>();

/** Marks a form as having unsaved input; returns a function that removes the mark. */
export function markUnsaved(): () => void {
  const mark = {};
  forms.add(mark);
  return () => {
    forms.delete(mark);
  };
}

/** Whether a field is still mounted and not empty. Search fields do not count, because their text is no loss. */
function hasInput(field: Element): boolean {
  if (!field.isConnected || field.matches('[type=search], [role=searchbox]')) return false;
  return !('value' in field) || field.value !== '';
}

/**
 * Starts recording the fields into which the user types, for as long as they are mounted; returns a function that stops
 * it.
 */
export function noticeTyping(): () => void {
  const onInput = ({ target }: Event) => {
    for (const field of typed) if (!field.isConnected) typed.delete(field);
    if (target instanceof Element) typed.add(target);
  };
  document.addEventListener('input', onInput, { capture: true });
  return () => {
    document.removeEventListener('input', onInput, { capture: true });
    typed.clear();
  };
}

export const hasUnsavedInput = (): boolean => forms.size > 0 || [...typed].some(hasInput);

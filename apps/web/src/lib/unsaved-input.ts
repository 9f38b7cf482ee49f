// Whether something on the screen was typed or chosen and is not saved yet: what an ended session must not take away.

const forms = new Set<object>();
const typed = new Set<Element>();

/** A form says that it holds something; returns how to say that it no longer does. */
export function markUnsaved(): () => void {
  const mark = {};
  forms.add(mark);
  return () => {
    forms.delete(mark);
  };
}

/** A field that is still shown and was not emptied: searching is no work to lose. */
function holdsSomething(field: Element): boolean {
  if (!field.isConnected || field.matches('[type=search], [role=searchbox]')) return false;
  return !('value' in field) || field.value !== '';
}

/** From now on every field typed into is remembered for as long as it is shown; returns how to stop that. */
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

export const hasUnsavedInput = (): boolean => forms.size > 0 || [...typed].some(holdsSomething);

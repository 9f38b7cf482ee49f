// Focuses the first invalid field of a form, also when it is a picture or a date, which have no input to focus.

/** A picker marks the element around the parts of its date; a picture's field marks the element around its buttons. */
const invalid =
  '[aria-invalid="true"]:not(:has([role="spinbutton"])), [aria-invalid="true"] [role="spinbutton"], [data-invalid="true"] button';

/** Returns the focused element, or null when no field is invalid. */
export function focusFirstInvalid(form: ParentNode | null): HTMLElement | null {
  const first = form?.querySelector<HTMLElement>(invalid) ?? null;
  first?.focus();
  return first;
}

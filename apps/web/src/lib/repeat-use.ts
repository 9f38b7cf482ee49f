// Repeats on the app's page what a visitor did on the server-rendered page before the app started: input, focus and the
// last button press.

const controls = 'a[href], button, input, select, textarea';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => element.matches('input, select, textarea');
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field.matches('textarea, input:not([type=checkbox], [type=radio])');
const isChoice = (field: Element): field is HTMLInputElement =>
  field.matches('input[type=checkbox], input[type=radio]');

const typeOf = (element: Element): string => `${element.localName} ${element.getAttribute('type') ?? ''}`;

/** The accessible name of a control, by which its counterpart on the app's page is found. */
const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ??
  (isField(element) ? element.labels?.[0]?.textContent : element.textContent) ??
  '';

function isChanged(field: Field): boolean {
  if (isText(field)) return field.value !== field.defaultValue;
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return [...field.querySelectorAll('option')].some((option) => option.selected !== option.defaultSelected);
}

/**
 * Calls the setter of the element's class, because React overrides `value` on the element itself to track its own
 * changes; the dispatched event makes React read the new value.
 */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(isText(field) ? 'input' : 'change', { bubbles: true }));
}

function enterAgain(before: Field, after: Field): void {
  if (isChoice(before)) after.click();
  else setValue(after, before.value);
}

function focusAgain(before: Element, after: HTMLElement): void {
  after.focus({ preventScroll: true });
  if (!isText(before) || !isText(after)) return;
  try {
    after.setSelectionRange(before.selectionStart, before.selectionEnd);
  } catch {
    // Number and date fields do not support a selection and throw.
  }
}

/**
 * The counterpart of a control: the control at the same position when both pages have the same number of controls, else
 * the only one of the same type and name.
 */
function findPartner(control: Element, before: readonly Element[], after: readonly HTMLElement[]) {
  const isAlike = (other: Element) => typeOf(other) === typeOf(control);
  const samePlace = after[before.indexOf(control)];
  if (before.length === after.length && samePlace && isAlike(samePlace)) return samePlace;
  const alike = after.filter((other) => isAlike(other) && nameOf(other) === nameOf(control));
  return alike.length === 1 ? alike[0] : undefined;
}

/** Whether the visitor has entered or chosen something on a page. */
export const hasInput = (page: Element): boolean =>
  [...page.querySelectorAll(controls)].filter(isField).some(isChanged);

/**
 * Replaces the server-rendered page by the app's, and repeats input, focus and the last button press there. Controls
 * without a counterpart are skipped. `data-pressed` marks the last button that was pressed.
 */
export function replacePage(first: HTMLElement, root: HTMLElement): void {
  const before = [...first.querySelectorAll<HTMLElement>(controls)];
  const pressed = first.querySelector('[data-pressed]');
  const { activeElement } = document;
  const focused = activeElement && first.contains(activeElement) ? activeElement : null;
  first.replaceWith(root);
  const partnerOf = (control: Element) =>
    findPartner(control, before, [...root.querySelectorAll<HTMLElement>(controls)]);
  for (const field of before.filter(isField).filter(isChanged)) {
    const partner = partnerOf(field);
    if (partner && isField(partner)) enterAgain(field, partner);
  }
  const toFocus = focused && partnerOf(focused);
  if (focused && toFocus) focusAgain(focused, toFocus);
  if (pressed) partnerOf(pressed)?.click();
}

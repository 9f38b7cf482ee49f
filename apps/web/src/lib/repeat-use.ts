// Repeats on the app's page what a visitor did on the server's before the app had started: entries, the last button, focus.

const controls = 'a[href], button, input, select, textarea';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => element.matches('input, select, textarea');
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field.matches('textarea, input:not([type=checkbox], [type=radio])');
const isChoice = (field: Element): field is HTMLInputElement =>
  field.matches('input[type=checkbox], input[type=radio]');

const typeOf = (element: Element): string => `${element.localName} ${element.getAttribute('type') ?? ''}`;

/** What a control is called: enough to find it again in the same language. */
const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ??
  (isField(element) ? element.labels?.[0]?.textContent : element.textContent) ??
  '';

function isChanged(field: Field): boolean {
  if (isText(field)) return field.value !== field.defaultValue;
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return [...field.querySelectorAll('option')].some((option) => option.selected !== option.defaultSelected);
}

/** Through the property of the element's class: React replaces the one of the element to notice its own changes. */
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
    // Fields of numbers and dates have no selection.
  }
}

/** The control that stands for another one: at the same place of a page with the same controls, else with the same name. */
function findPartner(control: Element, before: readonly Element[], after: readonly HTMLElement[]) {
  const isAlike = (other: Element) => typeOf(other) === typeOf(control);
  const samePlace = after[before.indexOf(control)];
  if (before.length === after.length && samePlace && isAlike(samePlace)) return samePlace;
  const alike = after.filter((other) => isAlike(other) && nameOf(other) === nameOf(control));
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * Puts the app's page in the place of the server's, and repeats there what was done on it. What has no counterpart is left
 * out. `data-pressed` marks the last button that was pressed.
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

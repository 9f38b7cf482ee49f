// Tests that input and button presses on the server-rendered page are repeated on the app's page.
import { expect, it } from 'vitest';
import { replacePage } from './repeat-use.ts';

const form = `
  <form>
    <label>From <input type="text" value="" /></label>
    <label>To <input type="text" value="Plaza" /></label>
    <label>Later <input type="checkbox" /></label>
    <select aria-label="Language"><option value="en" selected>English</option><option value="ar">Arabic</option></select>
    <button type="button">Theme</button>
    <button type="submit">Book</button>
  </form>`;

function element(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

/**
 * The server-rendered page in the document, the app's detached page, and the events that the app's controls receive.
 */
function pages(appForm = form) {
  const first = element(form);
  document.body.replaceChildren(first);
  const root = element(appForm);
  const events: string[] = [];
  for (const type of ['input', 'change', 'click'])
    root.addEventListener(type, ({ target }) => {
      if (target instanceof HTMLElement)
        events.push(`${type} ${target.localName} ${target.textContent}`.trim());
    });
  return { first, root, events };
}

function find<Found extends Element>(root: HTMLElement, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
}

const valuesOf = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLInputElement>('input[type=text]')].map(({ value }) => value);

it('restores the typed text, the focus and the selection', () => {
  const { first, root, events } = pages();
  const from = find<HTMLInputElement>(first, 'input');
  from.focus();
  from.value = 'Avenida';
  from.setSelectionRange(2, 4);
  replacePage(first, root);
  expect(document.body.firstChild).toBe(root);
  expect(valuesOf(root)).toEqual(['Avenida', 'Plaza']);
  expect(events).toEqual(['input input']);
  const focused = document.activeElement as HTMLInputElement;
  expect(focused).toBe(find(root, 'input'));
  expect([focused.selectionStart, focused.selectionEnd]).toEqual([2, 4]);
});

it('restores chosen options', () => {
  const { first, root } = pages();
  find<HTMLInputElement>(first, '[type=checkbox]').checked = true;
  find<HTMLSelectElement>(first, 'select').value = 'ar';
  let changes = 0;
  find<HTMLSelectElement>(root, 'select').addEventListener('change', () => {
    changes += 1;
  });
  replacePage(first, root);
  expect(find<HTMLInputElement>(root, '[type=checkbox]').checked).toBe(true);
  expect(find<HTMLSelectElement>(root, 'select').value).toBe('ar');
  expect(changes).toBe(1);
});

it('clicks the last pressed button again, after the inputs are restored', () => {
  const { first, root, events } = pages();
  find<HTMLInputElement>(first, 'input').value = 'Avenida';
  find(first, '[type=submit]').setAttribute('data-pressed', '');
  root.addEventListener('submit', (event) => event.preventDefault());
  replacePage(first, root);
  expect(events).toEqual(['input input', 'click button Book']);
});

it('does nothing on an unused page', () => {
  const { first, root, events } = pages();
  replacePage(first, root);
  expect(events).toEqual([]);
  expect(document.activeElement).toBe(document.body);
});

it('matches controls by name on a different page, and skips missing ones', () => {
  const { first, root, events } = pages(
    '<form><button type="button">Menu</button><label>To <input type="text" value="" /></label></form>',
  );
  const [from, to] = first.querySelectorAll<HTMLInputElement>('input[type=text]');
  if (!from || !to) throw new Error('The page has two fields');
  from.value = 'Avenida';
  to.value = 'Plaza Cagancha';
  find(first, '[type=submit]').setAttribute('data-pressed', '');
  replacePage(first, root);
  expect(valuesOf(root)).toEqual(['Plaza Cagancha']);
  expect(events).toEqual(['input input']);
});

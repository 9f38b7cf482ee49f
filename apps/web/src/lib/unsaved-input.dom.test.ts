// Tests what counts as unsaved input: mounted fields that are not empty, and forms that are marked as unsaved.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasUnsavedInput, markUnsaved, noticeTyping } from './unsaved-input.ts';

let stop: () => void = () => undefined;
beforeEach(() => {
  document.body.innerHTML =
    '<input id="name"><input id="search" type="search"><div id="day" contenteditable></div>';
  stop = noticeTyping();
});
afterEach(() => stop());

function type(id: string, value: string): HTMLElement {
  const field = document.getElementById(id);
  if (!field) throw new Error(`There is no field ${id}`);
  if (field instanceof HTMLInputElement) field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

it('includes a field that was typed into, until it is emptied or removed', () => {
  expect(hasUnsavedInput()).toBe(false);
  type('name', 'Night taxi');
  expect(hasUnsavedInput()).toBe(true);
  type('name', '');
  expect(hasUnsavedInput()).toBe(false);
  type('name', 'Night taxi').remove();
  expect(hasUnsavedInput()).toBe(false);
  type('day', '');
  expect(hasUnsavedInput()).toBe(true);
});

it('excludes a search field, and is not tracked after the listener is stopped', () => {
  type('search', 'Ana');
  expect(hasUnsavedInput()).toBe(false);
  stop();
  type('name', 'Night taxi');
  expect(hasUnsavedInput()).toBe(false);
});

it('includes each form that is marked as unsaved, until its own mark is removed', () => {
  const one = markUnsaved();
  const other = markUnsaved();
  one();
  expect(hasUnsavedInput()).toBe(true);
  other();
  expect(hasUnsavedInput()).toBe(false);
});

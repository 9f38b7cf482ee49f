// Tests that day and month are written in the language's order, that external changes replace them, and that a day can
// be cleared.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CalendarPicker, type CalendarPickerProps } from './calendar-picker.tsx';
import { incompleteDay } from './is-complete-date.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await loadTexts('picker');
});
afterEach(async () => {
  cleanup();
  await switchLanguage('en');
});

const picker = (props: Partial<CalendarPickerProps>) => (
  <Provider store={store}>
    <CalendarPicker unit="day" label="Valid until" value="2026-12-09" onChange={() => undefined} {...props} />
  </Provider>
);
/** The text of the field without direction marks. */
const written = () =>
  screen.getAllByRole('spinbutton').map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/g, ''));

it.each([
  ['en', ['12', '09', '2026']],
  ['fr', ['09', '12', '2026']],
  ['ar', ['09', '12', '2026']],
])('in %s it reads %j', async (language, parts) => {
  await switchLanguage(language);
  render(picker({}));
  expect(written()).toEqual(parts);
});

it('has no day when the unit is a month', () => {
  render(picker({ unit: 'month', value: '2026-12' }));
  expect(written()).toEqual(['12', '2026']);
});

it('follows a value that is set from outside', () => {
  const { rerender } = render(picker({}));
  rerender(picker({ value: '2027-01-31' }));
  expect(written()).toEqual(['01', '31', '2027']);
});

it('is cleared by its button', () => {
  const onChange = vi.fn();
  render(picker({ onChange }));
  fireEvent.click(screen.getByRole('button', { name: 'Clear the date' }));
  expect(onChange.mock.calls).toEqual([['']]);
});

it.each([
  [false, ''],
  [true, incompleteDay],
])('reports an incomplete day, distinguished from none: %j', (reportsIncomplete, reported) => {
  const onChange = vi.fn();
  render(picker({ onChange, reportsIncomplete, help: 'We remind you.' }));
  const [month] = screen.getAllByRole('spinbutton');
  if (month === undefined) throw new Error('The field has no parts');
  fireEvent.focus(month);
  fireEvent.click(month);
  fireEvent.keyDown(month, { key: 'Delete' });
  expect(onChange.mock.calls).toEqual([[reported]]);
  expect(screen.getByText('Complete the date or clear it.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear the date' }));
  expect(onChange.mock.lastCall).toEqual(['']);
  expect(screen.getByText('We remind you.')).toBeTruthy();
});

it('shows the error in place of the help text', () => {
  render(picker({ help: 'We remind you.', problem: 'This licence has expired.' }));
  expect(screen.getByRole('alert').textContent).toBe('This licence has expired.');
  expect(screen.queryByText('We remind you.')).toBeNull();
});

// Tests that incomplete input survives, and that a time set from outside replaces the typed one.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DateTimePickerInZone } from './date-time-picker.tsx';

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
afterEach(cleanup);

const at = Date.UTC(2026, 10, 28, 17, 35);
const picker = (value: number | null, onChange: (at: number | null) => void) => (
  <Provider store={store}>
    <DateTimePickerInZone label="When" value={value} onChange={onChange} />
  </Provider>
);
/** The text of the field without direction marks. */
const written = () =>
  screen.getAllByRole('spinbutton').map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/g, ''));

const timers = () => new Promise((resolve) => setTimeout(resolve));

it('keeps the other parts while one is empty, also when the form takes up the empty value late', async () => {
  const onChange = vi.fn();
  const { rerender } = render(picker(at, onChange));
  const [month] = screen.getAllByRole('spinbutton');
  if (month === undefined) throw new Error('the field has no month');
  fireEvent.focus(month);
  fireEvent.click(month);
  fireEvent.keyDown(month, { key: 'Delete' });
  expect(onChange.mock.calls).toEqual([[null]]);
  await timers();
  rerender(picker(null, onChange));
  expect(written()).toEqual(['MM', '28', '2026', '05', '35', 'PM']);
});

function Form({ onChange }: { readonly onChange: (at: number | null) => void }) {
  const [value, setValue] = useState<number | null>(at);
  return picker(value, (next) => {
    onChange(next);
    setValue(next);
  });
}

it('reports a changed part once', () => {
  const onChange = vi.fn();
  render(<Form onChange={onChange} />);
  const [, , , hour] = screen.getAllByRole('spinbutton');
  if (hour === undefined) throw new Error('the field has no hour');
  fireEvent.focus(hour);
  fireEvent.click(hour);
  fireEvent.keyDown(hour, { key: 'ArrowUp' });
  expect(onChange.mock.calls).toEqual([[at + 3_600_000]]);
  expect(written()).toEqual(['11', '28', '2026', '06', '35', 'PM']);
});

it('shows a time set from outside', () => {
  const { rerender } = render(picker(at, () => undefined));
  rerender(picker(at + 86_400_000, () => undefined));
  expect(written()).toEqual(['11', '29', '2026', '05', '35', 'PM']);
  rerender(picker(null, () => undefined));
  expect(written()).toEqual(['MM', 'DD', 'YYYY', 'hh', 'mm', 'aa']);
});

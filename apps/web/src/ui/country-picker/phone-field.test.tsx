// Tests that a phone field starts with the operator's country, and keeps it when AllowCountrySelection is off.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PhoneField } from './phone-field.tsx';

const settings = vi.hoisted(() => ({ country: 'UY', AllowCountrySelection: true }));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => settings }));
vi.mock('../../lib/i18n/use-language.ts', () => ({
  useLanguage: () => ({ locale: 'en', dateLocale: 'en', direction: 'ltr', langName: 'English' }),
}));
vi.mock('./picker-texts.tsx', () => ({ PickerTexts: ({ children }: { children: unknown }) => children }));

beforeEach(() => {
  settings.country = 'UY';
  settings.AllowCountrySelection = true;
});

function typed(text: string) {
  const onChange = vi.fn();
  render(<PhoneField onChange={onChange} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
  return onChange.mock.lastCall?.[0];
}

it('parses a number without a dial code with the operator’s country', () => {
  expect(typed('91 000 001')).toBe('+59891000001');
});

it('parses it with another country when the operator changes the country', () => {
  settings.country = 'BR';
  expect(typed('11 98765 4321')).toBe('+5511987654321');
});

it('shows a list of countries only when the country can be chosen', () => {
  typed('');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('rejects a number of another country when the country is fixed', () => {
  settings.AllowCountrySelection = false;
  expect(typed('+54 9 11 2345 6789')).toBeNull();
  expect(screen.queryAllByRole('button')).toHaveLength(0);
});

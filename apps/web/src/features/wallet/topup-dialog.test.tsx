// Tests that the amounts offered for a top-up are the operator's walletMoneyField, and are read back as they are shown.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatMoney } from '../../lib/format.ts';
import { TopupDialog } from './topup-dialog.tsx';

const settings = vi.hoisted(() => ({
  walletMoneyField: [50, 75.5],
  decimal: 2,
  symbol: '$U',
  swipe_symbol: false,
}));
const language = vi.hoisted(() => ({ locale: 'en', dateLocale: 'en-US' }));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => settings }));
vi.mock('../../lib/i18n/use-language.ts', () => ({ useLanguage: () => language }));

beforeEach(() => {
  Object.assign(settings, { walletMoneyField: [50, 75.5], decimal: 2 });
  Object.assign(language, { locale: 'en', dateLocale: 'en-US' });
});

const shown = (amount: number) => formatMoney(amount, settings, language.dateLocale);
const offered = () => screen.getAllByRole('button', { name: /U/ }).map((button) => button.textContent);
const button = (amount: number) => screen.getByRole('button', { name: shown(amount) });
const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body);

it('offers the operator’s amounts, and passes on the chosen one', () => {
  const chosen = vi.fn();
  render(<TopupDialog open onClose={() => undefined} onChosen={chosen} />);
  expect(offered()).toEqual([shown(50), shown(75.5)]);
  fireEvent.click(button(75.5));
  submit();
  expect(chosen).toHaveBeenCalledWith(75.5);
});

it('updates the amounts when the operator changes them', () => {
  settings.walletMoneyField = [10];
  render(<TopupDialog open onClose={() => undefined} onChosen={() => undefined} />);
  expect(offered()).toEqual([shown(10)]);
});

it.each([
  { locale: 'en', dateLocale: 'en-US', decimal: 3, amount: 1000 },
  { locale: 'en', dateLocale: 'es-UY', decimal: 2, amount: 1000 },
  { locale: 'en', dateLocale: 'es-UY', decimal: 2, amount: 1000.5 },
  { locale: 'es', dateLocale: 'en-US', decimal: 3, amount: 1.234 },
  { locale: 'ar', dateLocale: 'ar-EG', decimal: 3, amount: 1000.125 },
])(
  'passes on an offered $amount in $locale, with the formats of $dateLocale and $decimal decimals',
  ({ locale, dateLocale, decimal, amount }) => {
    Object.assign(language, { locale, dateLocale });
    Object.assign(settings, { walletMoneyField: [amount], decimal });
    const chosen = vi.fn();
    render(<TopupDialog open onClose={() => undefined} onChosen={chosen} />);
    fireEvent.click(button(amount));
    expect(button(amount).getAttribute('aria-pressed')).toBe('true');
    submit();
    expect(chosen).toHaveBeenCalledWith(amount);
  },
);

it('names the largest top-up when more is typed', () => {
  const chosen = vi.fn();
  render(<TopupDialog open onClose={() => undefined} onChosen={chosen} />);
  const field = screen.getByRole('textbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('1000000000.01');
  submit();
  expect(screen.getByText('topup_too_large')).toBeTruthy();
  expect(chosen).not.toHaveBeenCalled();
  type('0');
  submit();
  expect(screen.getByText('amount_wrong')).toBeTruthy();
  type('1000000000');
  submit();
  expect(chosen).toHaveBeenCalledWith(1_000_000_000);
});

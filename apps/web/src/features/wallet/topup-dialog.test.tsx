// Tests that the amounts offered for a top-up are the operator's walletMoneyField.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TopupDialog } from './topup-dialog.tsx';

const settings = vi.hoisted(() => ({
  walletMoneyField: [50, 75.5],
  decimal: 2,
  symbol: '$U',
  swipe_symbol: false,
}));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => settings }));
vi.mock('../../lib/use-format.ts', () => ({
  useFormat: () => ({ money: (amount: number) => `money ${amount}`, number: String }),
}));
vi.mock('../../lib/i18n/use-language.ts', () => ({ useLanguage: () => ({ locale: 'en' }) }));

const offered = () => screen.getAllByRole('button', { name: /^money/ }).map((button) => button.textContent);

it('offers the operator’s amounts, and passes on the chosen one', () => {
  const chosen = vi.fn();
  render(<TopupDialog open onClose={() => undefined} onChosen={chosen} />);
  expect(offered()).toEqual(['money 50', 'money 75.5']);
  fireEvent.click(screen.getByRole('button', { name: 'money 75.5' }));
  fireEvent.submit(document.querySelector('form') ?? document.body);
  expect(chosen).toHaveBeenCalledWith(75.5);
});

it('updates the amounts when the operator changes them', () => {
  settings.walletMoneyField = [10];
  render(<TopupDialog open onClose={() => undefined} onChosen={() => undefined} />);
  expect(offered()).toEqual(['money 10']);
});

// Tests that the account list shows what the revenue consists of, and the number of wallets.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { AccountList } from './account-list.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('money');
});

const show = (revenue: { fees: number; rent: number; commission: number } | undefined) =>
  render(
    <Provider store={store}>
      <AccountList
        accounts={[{ kind: 'platform_revenue', provider: null, accounts: 1, balance: 120 }]}
        revenue={revenue}
      />
    </Provider>,
  ).container;

it('names the convenience fees, the rent and the commission of the revenue', () => {
  const { textContent } = show({ fees: 90, rent: 25, commission: 5 });
  expect(textContent).toMatch(/Convenience fees \D*90\.00\D*, rent \D*25\.00\D*, commission \D*5\.00/);
});

it('names no parts while all of the revenue is fees', () => {
  show({ fees: 120, rent: 0, commission: 0 });
  expect(screen.queryByText(/, rent /)).toBeNull();
});

it('names no parts from the answer of an older server, which does not send them', () => {
  const { textContent } = show(undefined);
  expect(textContent).toContain('120.00');
  expect(textContent).not.toMatch(/NaN|, rent /);
});

it('groups the digits of the number of wallets', () => {
  const { container } = render(
    <Provider store={store}>
      <AccountList
        accounts={[{ kind: 'rider', provider: null, accounts: 12345, balance: 0 }]}
        revenue={{ fees: 0, rent: 0, commission: 0 }}
      />
    </Provider>,
  );
  expect(container.textContent).toContain('12,345 wallets');
});

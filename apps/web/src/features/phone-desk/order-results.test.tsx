// Tests that the references of an order lead away from the page only once all its parts have ended.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { OrderResults } from './order-results.tsx';
import type { OrderLine } from './use-order.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('desk');
});

const booked: OrderLine = {
  key: 'car-2',
  kind: 'car',
  number: 2,
  state: 'done',
  booking: 'b2',
  reference: 'K7M2QX',
  problem: null,
  price: null,
};
const resultsOf = (isRunning: boolean) => (
  <Provider store={store}>
    <MemoryRouter>
      <OrderResults order={{ lines: [booked], isRunning, tryAgain: () => undefined }} />
    </MemoryRouter>
  </Provider>
);

it('links to a booking only after all parts have ended', () => {
  const { rerender } = render(resultsOf(true));
  screen.getByText('K7M2QX');
  expect(screen.queryByRole('link')).toBeNull();
  rerender(resultsOf(false));
  expect(screen.getByRole('link', { name: 'K7M2QX' }).getAttribute('href')).toContain('b2');
});

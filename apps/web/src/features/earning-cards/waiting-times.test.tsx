// Tests that the card shows the waiting riders to admins only: for fleet admins the server does not count them.
import type { Dashboard } from '@kerb/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { WaitingTimes } from './waiting-times.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('dashboard');
});

const medians = { accepted_in_secs: 60, arrived_in_secs: null };
function show(waiting: Dashboard['waiting']) {
  render(
    <Provider store={store}>
      <WaitingTimes dashboard={{ waiting } as Dashboard} />
    </Provider>,
  );
}
const namesShown = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

it('shows how many riders wait now, and the medians', () => {
  show({ searching: 0, longest_in_secs: null, ...medians });
  expect(screen.getByText('Waiting for a driver now')).toBeTruthy();
  expect(namesShown()).toHaveLength(4);
});

it('shows a fleet admin the medians only', () => {
  show({ searching: null, longest_in_secs: null, ...medians });
  expect(screen.queryByText('Waiting for a driver now')).toBeNull();
  expect(namesShown()).toHaveLength(2);
});

// Tests the highlights below the landing page's hero for each role.
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { LandingSections } from './landing-sections.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const user = { usertype: 'driver' };
vi.mock('../../lib/use-auth.ts', () => ({ useAuth: () => ({ known: true, user }) }));

beforeAll(async () => {
  await startI18n();
  await loadTexts('pages');
});
afterEach(cleanup);

it.each([
  ['driver', ['Know before you accept', 'Your share at once', 'Offers that explain themselves']],
  ['rider', ['A fare you can read', 'See it come', 'One ride, one driver']],
])('are those for a %s', (usertype, titles) => {
  user.usertype = usertype;
  render(
    <Provider store={store}>
      <LandingSections />
    </Provider>,
  );
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(titles);
});

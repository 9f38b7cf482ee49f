// The landing page's hero for people who do not book: a driver reads a slogan for drivers.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { WorkHero } from './work-hero.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const user = { usertype: 'driver' };
vi.mock('../../lib/use-auth.ts', () => ({ useAuth: () => ({ known: true, user }) }));

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('site'), loadTexts('pages')]);
});

it.each([
  ['driver', 'Drive when it suits you'],
  ['fleetadmin', 'Where to?'],
])('greets a %s with "%s"', (usertype, slogan) => {
  user.usertype = usertype;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <WorkHero />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(slogan);
});

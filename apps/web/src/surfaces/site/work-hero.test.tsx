// Tests the landing page's hero for roles that do not book there: a slogan and a link to their first screen.
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
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

afterEach(cleanup);

it.each([
  ['driver', 'Drive when it suits you', ['Drive']],
  ['fleetadmin', 'Where to?', ['Dashboard']],
])('greets a %s with "%s"', (usertype, slogan, links) => {
  user.usertype = usertype;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <WorkHero />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(slogan);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
});

// How many fares wait: a number beside the console's link, next to the other numbers there, and a panel on the dashboard.
import { render, screen } from '@testing-library/react';
import { use } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ConsoleBadges } from '../../ui/console-badges.ts';
import { OpenReviewsProvider } from './open-reviews.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let open = 0;
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], nextCursor: null, open }));
  await startI18n();
  await loadTexts('console');
});

function Badges() {
  const { alerts, farereviews } = use(ConsoleBadges);
  return <output>{`${alerts} alerts, ${farereviews} reviews`}</output>;
}
const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ConsoleBadges value={{ alerts: 3 }}>
          <OpenReviewsProvider>
            <Badges />
            <ReviewsPanel />
          </OpenReviewsProvider>
        </ConsoleBadges>
      </MemoryRouter>
    </Provider>,
  );

it('adds the number of open reviews to the numbers beside the links, and says it on the dashboard', async () => {
  open = 2;
  show();
  await screen.findByText('3 alerts, 2 reviews');
  expect(screen.getByText('2 fares wait for a decision')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look at them' }).getAttribute('href')).toBe('/farereviews');
});

it('is nothing on the dashboard while no fare waits', async () => {
  open = 0;
  show();
  await screen.findByText('3 alerts, 0 reviews');
  expect(screen.queryByRole('alert')).toBeNull();
});

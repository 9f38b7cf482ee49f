// Tests the number of open fare reviews beside the console's navigation link.
import { render, screen } from '@testing-library/react';
import { use } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ConsoleBadges } from '../../ui/console-badges.tsx';
import { OpenReviewsProvider } from './open-reviews.tsx';

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
          </OpenReviewsProvider>
        </ConsoleBadges>
      </MemoryRouter>
    </Provider>,
  );

it.each([2, 0])('adds the number of open reviews to the numbers beside the links: %i', async (count) => {
  open = count;
  show();
  await screen.findByText(`3 alerts, ${count} reviews`);
});

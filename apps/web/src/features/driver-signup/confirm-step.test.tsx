// Tests that a demonstration leads from the sign-up to the inbox with its codes, and other services do not.
import type { PublicSettings } from '@kerb/contract';
import { fetchSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { store } from '../../lib/store.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { emptyDraft } from './signup-draft.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('signup');
});

async function showIn(demo: PublicSettings['demo']) {
  vi.stubGlobal('fetch', async () => Response.json({ ...aPublicSettings(), demo }));
  await store.dispatch(fetchSettings());
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ConfirmStep
          fields={emptyDraft('').fields}
          carType=""
          sent={null}
          busy={null}
          code=""
          onCode={() => undefined}
          problem={undefined}
          refusal={null}
          onRequestCode={() => undefined}
          onEdit={() => undefined}
        />
      </MemoryRouter>
    </Provider>,
  );
}

it('links to the inbox of a demonstration', async () => {
  await showIn({ inbox: true, signIns: [] });
  const link = await screen.findByRole('link', { name: 'See the codes in the development inbox' });
  expect(link.getAttribute('href')).toBe(paths.devInbox);
});

it('has no inbox outside of a demonstration', async () => {
  await showIn(null);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Privacy policy']);
});

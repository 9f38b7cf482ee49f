// Tests that the field of the pickup time announces its error.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { LaterField } from './later-field.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('quote');
});

const field = (issue: string | null) => (
  <Provider store={store}>
    <LaterField value={null} issue={issue} onChange={() => undefined} />
  </Provider>
);

it('shows the possible times, and announces an error in their place', async () => {
  const { rerender } = render(field(null));
  await screen.findByText('15 minutes to 90 days ahead');
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(field('Too soon'));
  expect(screen.getByRole('alert').textContent).toBe('Too soon');
  expect(screen.queryByText('15 minutes to 90 days ahead')).toBeNull();
});

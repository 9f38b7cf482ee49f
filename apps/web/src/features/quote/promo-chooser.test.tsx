// Tests that the field for a promo's name remains when the list of promos cannot be loaded.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { PromoChooser } from './promo-chooser.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

vi.mock('./promo-offers.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('quote'), loadTexts('errors')]);
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('remains usable while the list of promos cannot be loaded', async () => {
  render(
    <PromoChooser
      estimate="e1"
      rider={null}
      busy={false}
      disabled={false}
      problem={null}
      onApply={() => undefined}
    />,
  );
  // Time in which the import fails.
  await act(() => vi.dynamicImportSettled());
  screen.getByLabelText('Promo code');
});

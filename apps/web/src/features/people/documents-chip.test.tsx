// Tests the texts of the documents' state, with and without a heading that names them.
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DocumentsChip } from './documents-chip.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('people');
});

it.each([
  [0, 200, 'No documents', 'No documents'],
  [2, 200, 'In order', 'Documents in order'],
  [2, 5, /^Until /, /^Documents until /],
  [2, -1, 'Expired', 'Documents expired'],
] as const)('of %i documents for %i more days', (documents, days, below, named) => {
  const driver = { documents, documentsValidUntil: Date.now() + days * MS_PER_DAY };
  const chip = (isNamed: boolean) => (
    <Provider store={store}>
      <DocumentsChip driver={driver} isNamed={isNamed} />
    </Provider>
  );
  const { rerender } = render(chip(false));
  screen.getByText(below);
  rerender(chip(true));
  expect(screen.getByText(named)).toBeTruthy();
});

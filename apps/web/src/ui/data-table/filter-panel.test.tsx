// Tests the widths of the fields in the filter panel of a table.
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DayField } from '../dates/calendar-field.tsx';
import { KerbThemeProvider } from '../theme-provider.tsx';
import { FilterPanel, fieldSelector } from './filter-panel.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('picker')]);
});

it('gives a date field a part of the row, although it is inside its picker', async () => {
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <FilterPanel>
          <DayField label="From" value="" size="small" onChange={() => undefined} />
        </FilterPanel>
      </KerbThemeProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const field = (await screen.findByRole('group', { name: 'From' })).closest('.MuiPickersTextField-root');
  // jsdom does not apply the rules of media queries, so that the selector of the width is tested.
  const panel = screen.getByRole('group', { name: 'Filters' });
  expect([...panel.querySelectorAll(fieldSelector.replaceAll('&', ':scope'))]).toEqual([field]);
});

// Tests where the focus is after the result of a bulk action was closed.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBulk } from './use-bulk.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('console');
});
afterEach(cleanup);

/** As in the tables, the cell focused last is in the tab order. */
const grid = { role: 'grid', tabIndex: -1 };
const cell = { role: 'gridcell', tabIndex: 0 };

/** A page whose confirmation dialog is closed when the result is shown. */
function Page() {
  const bulk = useBulk<string>(() => undefined);
  const [isAsked, setAsked] = useState(true);
  const begin = () => {
    setAsked(false);
    bulk.start({ title: 'Cancelling', rows: ['a'], act: async () => undefined });
  };
  return (
    <main id="main" tabIndex={-1}>
      <div {...grid}>
        <div {...cell}>K7M2XQ</div>
      </div>
      {isAsked && (
        <button type="button" onClick={begin}>
          Begin
        </button>
      )}
      <BulkDialog bulk={bulk} rowId={(row) => row} nameOf={(row) => row} onClose={() => undefined} />
    </main>
  );
}

it('returns the focus to the place in the table where it was', async () => {
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  const begin = screen.getByRole('button', { name: 'Begin' });
  begin.focus();
  fireEvent.click(begin);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('K7M2XQ')));
});

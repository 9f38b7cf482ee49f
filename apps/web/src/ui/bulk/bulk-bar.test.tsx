// Tests selecting all matching rows, page by page, until the selection is cleared, and where the focus is then.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { type RowSelection, useRowSelection } from '../data-table/row-selection.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { useBulk } from './use-bulk.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Row = { id: string };
type Page = { items: readonly Row[]; nextCursor: string | null };
const rowId = ({ id }: Row) => id;
const asked: (string | undefined)[] = [];
let answerNext: (page: Page) => void = () => undefined;
let failNext: (error: unknown) => void = () => undefined;
const readPage = (cursor: string | undefined) => {
  asked.push(cursor);
  return new Promise<Page>((resolve, reject) => {
    answerNext = resolve;
    failNext = reject;
  });
};
const answer = (page: Page) => act(async () => answerNext(page));

/** As in the tables, the cell focused last is in the tab order. */
const grid = { role: 'grid', tabIndex: -1 };
const cell = { role: 'gridcell', tabIndex: 0 };

function Approve({ selection }: { selection: RowSelection<Row> }) {
  const bulk = useBulk<Row>(() => undefined);
  const rows = [...selection.rows.values()];
  return (
    <>
      <button
        type="button"
        onClick={() => bulk.start({ title: 'Approving', rows, act: async () => undefined })}
      >
        Approve
      </button>
      <BulkDialog
        bulk={bulk}
        rowId={rowId}
        nameOf={rowId}
        onClose={(done) => selection.selectOf(done, () => false)}
      />
    </>
  );
}

function Table() {
  const selection = useRowSelection<Row>(rowId);
  return (
    <>
      <div {...grid}>
        <div {...cell}>K7M2XQ</div>
      </div>
      <button type="button" onClick={() => selection.toggle({ id: 'first' })}>
        Select first
      </button>
      <output>{[...selection.rows.keys()].join(' ')}</output>
      <BulkBar selection={selection} readPage={readPage}>
        <Approve selection={selection} />
      </BulkBar>
    </>
  );
}

beforeAll(async () => {
  await startI18n();
  await loadTexts('console');
});
afterEach(() => {
  cleanup();
  asked.length = 0;
});

function selectFirst() {
  render(
    <Provider store={store}>
      <Table />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Select first' }));
}
function begin() {
  selectFirst();
  fireEvent.click(screen.getByRole('button', { name: /^Select all/ }));
}
const ids = () => document.querySelector('output')?.textContent;

it('adds page after page, and offers actions once all are loaded', async () => {
  begin();
  await answer({ items: [{ id: 'a' }], nextCursor: 'next' });
  expect(ids()).toBe('first a');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await answer({ items: [{ id: 'b' }], nextCursor: null });
  await screen.findByRole('button', { name: 'Approve' });
  expect(ids()).toBe('first a b');
  expect(asked).toEqual([undefined, 'next']);
});

it('reads once, and shows why a page could not be read', async () => {
  begin();
  fireEvent.click(screen.getByRole('button', { name: /^Select all/ }));
  expect(asked).toEqual([undefined]);
  expect(screen.getByRole('button', { name: /^Select all/ })).toHaveProperty('ariaDisabled', 'true');
  await act(async () => failNext('network_error'));
  await screen.findByRole('alertdialog');
  expect(ids()).toBe('first');
});

it('adds no more rows once it is cleared', async () => {
  begin();
  fireEvent.click(screen.getByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(ids()).toBe(''));
  await answer({ items: [{ id: 'a' }], nextCursor: 'next' });
  expect(ids()).toBe('');
  expect(asked).toEqual([undefined]);
});

it('returns the focus to the table when every row was done, or the selection is cleared', async () => {
  selectFirst();
  const approve = screen.getByRole('button', { name: 'Approve' });
  approve.focus();
  fireEvent.click(approve);
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('K7M2XQ')));
  expect(ids()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Select first' }));
  const clear = screen.getByRole('button', { name: /^Clear/ });
  clear.focus();
  fireEvent.click(clear);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('K7M2XQ')));
});

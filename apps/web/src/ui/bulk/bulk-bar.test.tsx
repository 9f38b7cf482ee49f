// Tests selecting all matching rows, page by page, until the selection is cleared.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useRowSelection } from '../data-table/row-selection.ts';
import { BulkBar } from './bulk-bar.tsx';

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

function Table() {
  const selection = useRowSelection<Row>(rowId);
  return (
    <>
      <button type="button" onClick={() => selection.toggle({ id: 'first' })}>
        Select first
      </button>
      <output>{[...selection.rows.keys()].join(' ')}</output>
      <BulkBar selection={selection} readPage={readPage}>
        <button type="button">Approve</button>
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

function begin() {
  render(
    <Provider store={store}>
      <Table />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Select first' }));
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

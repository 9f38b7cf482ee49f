// Tests the table: a page that has lost its rows, a page that takes long to arrive, and which cells render again.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useReducer } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answers, answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { store } from '../../lib/store.ts';
import { DataTable } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';
import { useTableQuery } from './use-table-query.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Row {
  readonly id: string;
}
const rowId = ({ id }: Row) => id;
const renderCode = vi.fn(rowId);
const columns: TableColumn<Row>[] = [
  { field: 'id', header: 'Code', render: renderCode, width: 100, card: 'title' },
];
const total = 30;
/** Number of rows that the server has. */
let stored = total;
/** Resolves when the server may send the second page. */
let secondPage = Promise.resolve();

async function answer(cursor: string | null): Promise<Response> {
  if (cursor === 'two') await secondPage;
  const all = Array.from({ length: stored }, (_, at) => ({ id: `P${at + 1}` }));
  const items = cursor === 'two' ? all.slice(25) : all.slice(0, 25);
  return Response.json({ items, total: stored, nextCursor: cursor === null && stored > 25 ? 'two' : null });
}

beforeAll(async () => {
  vi.stubGlobal('fetch', (address: string) =>
    answer(new URL(address, 'http://kerb').searchParams.get('cursor')),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, widthPx, 100),
  );
  await startI18n();
  await loadTexts('console');
});
/** The width of a phone, at which rows are rendered as cards. */
const phonePx = 390;
let widthPx = phonePx;

beforeEach(() => {
  stored = total;
  widthPx = phonePx;
  onNothing.mockClear();
  secondPage = Promise.resolve();
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const onNothing = vi.fn();
function Nothing() {
  onNothing();
  return 'No promos';
}

function Promos() {
  const state = useTableQuery({ sort: 'createdAt', order: 'desc', sortable: [] });
  const { limit, cursor } = state.query;
  const rows = shownResponse(answers.listPromos.useQuery({ query: { limit, cursor: cursor ?? undefined } }));
  const [shownTimes, showAgain] = useReducer((times: number) => times + 1, 1);
  return (
    <DataTable
      name="promos"
      label="Promos"
      columns={columns}
      rowId={rowId}
      rowLabel={rowId}
      state={state}
      rows={rows}
      actions={<button type="button" onClick={showAgain}>{`Shown ${shownTimes} times`}</button>}
      empty={<Nothing />}
    />
  );
}

async function show(): Promise<void> {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Promos />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByText('1–25 of 30');
}
const next = () => screen.getByRole('button', { name: 'Next page' });

it('returns to the page before when the rows of the page shown have left the list', async () => {
  await show();
  fireEvent.click(next());
  await screen.findByText('26–30 of 30');
  stored = 25;
  act(() => void store.dispatch(answersApi.util.invalidateTags(['promos'])));
  await screen.findByText('1–25 of 25');
  screen.getByText('P25');
  expect(onNothing).not.toHaveBeenCalled();
});

it('shows that there is nothing when the first page has no rows', async () => {
  await show();
  stored = 0;
  act(() => void store.dispatch(answersApi.util.invalidateTags(['promos'])));
  await screen.findByText('No promos');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('moves on by one page when Next is pressed again before that page has arrived', async () => {
  let send = () => {};
  secondPage = new Promise((resolve) => {
    send = resolve;
  });
  await show();
  fireEvent.click(next());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', false),
  );
  fireEvent.click(next());
  screen.getByText('1–25 of 30');
  await act(async () => send());
  await screen.findByText('26–30 of 30');
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await screen.findByText('1–25 of 30');
});

it('renders no cell of the grid again when the screen renders', async () => {
  widthPx = 1000;
  await show();
  await screen.findByRole('grid', { name: 'Promos' });
  await screen.findByText('P25');
  renderCode.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Shown 1 times' }));
  screen.getByRole('button', { name: 'Shown 2 times' });
  expect(renderCode).not.toHaveBeenCalled();
});

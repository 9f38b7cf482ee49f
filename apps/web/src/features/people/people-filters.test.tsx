// Tests the filter chips of the user lists: one for each filter, removed by click and key, and the search beside them.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TableToolbar } from '../../ui/data-table/table-toolbar.tsx';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { PeopleFilterChips, PeopleFilterPanel } from './people-filters.tsx';
import { filtersOf } from './people-query.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const car = '0193e000-0000-7000-8000-000000000001';

function List() {
  const { params, change } = useQueryString();
  const state = useTableQuery({ sort: 'createdAt', order: 'desc', sortable: [] });
  const filters = filtersOf('driver', 'fleetadmin', params);
  const panel = (
    <PeopleFilterPanel
      usertype="driver"
      viewer="fleetadmin"
      tab="all"
      tabs={null}
      filters={filters}
      onChange={change}
    />
  );
  return (
    <div>
      <TableToolbar
        label="Search people"
        columns={[]}
        shown={[]}
        choice={{}}
        onChoose={() => undefined}
        density={null}
        onDensity={() => undefined}
        isDefault
        onReset={() => undefined}
        state={state}
        withSorting={false}
        filters={panel}
      />
      <PeopleFilterChips filters={filters} q={state.query.q} onChange={change} />
      <output>{useLocation().search}</output>
    </div>
  );
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(String(input).includes('/car') ? [] : { items: [], nextCursor: null, total: 0 }),
  );
  await startI18n();
  await Promise.all([loadTexts('people'), loadTexts('console'), loadTexts('errors')]);
});
beforeEach(() => void store.dispatch(answersApi.util.resetApiState()));

function open(query: string) {
  window.history.replaceState(null, '', `/${query}`);
  render(
    <Provider store={store}>
      <BrowserRouter>
        <List />
      </BrowserRouter>
    </Provider>,
  );
}
const address = () => document.querySelector('output')?.textContent;
const chips = () => screen.queryAllByRole('button', { name: /^Remove filter/ });
const chip = (name: RegExp) => screen.getByRole('button', { name });
const search = () => screen.getByRole<HTMLInputElement>('searchbox');

const query = `?show=all&review=approved&car=${car}&documents=due&q=leo`;

it('shows a chip for each filter, and removes a filter by a click on its chip', async () => {
  open(query);
  expect(chips().map(({ textContent }) => textContent?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    'Search: leo',
    'Account: Approved',
    'Car type',
    'Documents: Expired or expiring soon',
  ]);
  fireEvent.click(chip(/Account/));
  await waitFor(() => expect(address()).toBe(query.replace('review=approved&', '')));
  // The focus moves to the next chip, so that keyboard users can continue.
  expect(document.activeElement).toBe(chip(/Car type/));
});

it('removes a filter by a key, and moves the focus to the search with the last one', async () => {
  open('?documents=none&review=refused');
  fireEvent.keyDown(chip(/Documents/), { key: 'Delete' });
  await waitFor(() => expect(chips()).toHaveLength(1));
  expect(document.activeElement).toBe(chip(/Account/));
  fireEvent.keyDown(chip(/Account/), { key: 'Backspace' });
  await waitFor(() => expect(chips()).toHaveLength(0));
  expect(document.activeElement).toBe(search());
});

it('clears the search with its chip, and does not search for the pending text again', async () => {
  vi.useFakeTimers();
  try {
    open('');
    fireEvent.change(search(), { target: { value: 'leo ' } });
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(address()).toBe('?q=leo');
    expect(search().value).toBe('leo ');
    fireEvent.click(chip(/Search/));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(address()).toBe('');
    expect(search().value).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

it('clears all filters and stays in the tab', async () => {
  open(query.replace('show=all', 'show=off'));
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  // Under this tab the account's state is not a filter.
  await waitFor(() => expect(address()).toBe('?show=off'));
});

it('narrows the list by its fields', async () => {
  open('');
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.queryByLabelText('Fleet')).toBeNull();
  fireEvent.change(screen.getByLabelText('Documents'), { target: { value: 'due' } });
  await waitFor(() => expect(address()).toBe('?documents=due'));
  expect(chips()).toHaveLength(1);
});

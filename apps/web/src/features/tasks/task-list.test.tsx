// Tests answering tasks: one at a time, and what is shown when the server rejects the answer.
import { fetchTasks } from '@kerb/sdk/store';
import { aBooking, aTask, testId } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TaskList } from './task-list.tsx';
import { useTasks } from './use-tasks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const expiresAt = Date.now() + 3_600_000;
const first = aTask({ booking: testId(1), reference: 'AAAAAA', expiresAt });
const second = aTask({ booking: testId(2), reference: 'BBBBBB', expiresAt });
const booking = aBooking({ id: first.booking, status: 'ACCEPTED' });
const accepted = vi.fn();
let posted: string[] = [];
let answer: () => Response | Promise<Response>;
const refuse = (code: string, status: number) => Response.json({ code, status }, { status });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.replace('/api/v1', '');
    if (init.method === 'POST') {
      posted.push(path);
      return answer();
    }
    if (path === '/tasks') return Response.json({ items: [first, second] });
    return refuse('not_found', 404);
  });
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
beforeEach(() => {
  posted = [];
  accepted.mockReset();
});

function Tasks() {
  const tasks = useTasks();
  return (
    <TaskList
      tasks={tasks}
      selected={null}
      onSelect={() => undefined}
      onAccept={(task) => void tasks.accept(task, null).then(accepted)}
    />
  );
}

async function show() {
  await store.dispatch(fetchTasks());
  render(
    <Provider store={store}>
      <Tasks />
    </Provider>,
  );
  expect(screen.getAllByRole('article')).toHaveLength(2);
}
function button(name: string, row: number): HTMLButtonElement {
  const card = screen.getAllByRole('article')[row];
  if (!card) throw new Error(`no task ${row}`);
  return within(card).getByRole<HTMLButtonElement>('button', { name });
}

it('sends one answer at a time, and removes the accepted task', async () => {
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  await show();
  const accept = button('Accept', 0);
  const decline = button('Decline', 1);
  act(() => {
    fireEvent.click(accept);
    fireEvent.click(decline);
  });
  await waitFor(() => expect(posted).toEqual([`/bookings/${first.booking}/accept`]));
  expect(accept.querySelector('[role="progressbar"]')).toBeTruthy();
  expect(button('Accept', 1).querySelector('[role="progressbar"]')).toBeNull();
  expect([accept.disabled, decline.disabled]).toEqual([true, true]);
  await act(async () => respond(Response.json(booking)));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  await waitFor(() => expect(accepted).toHaveBeenCalledExactlyOnceWith(booking));
  expect(button('Decline', 0).disabled).toBe(false);
});

it.each([
  ['booking_taken', 409, 1],
  ['internal', 500, 2],
])('shows the error %s (%i), after which %i tasks are left', async (code, status, left) => {
  answer = () => refuse(code, status);
  await show();
  fireEvent.click(button('Accept', 0));
  const alert = await screen.findByRole('alert');
  expect(screen.getAllByRole('article')).toHaveLength(left);
  expect(accepted).toHaveBeenCalledExactlyOnceWith(null);
  fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

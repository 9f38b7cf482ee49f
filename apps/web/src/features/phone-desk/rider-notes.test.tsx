// Tests the notes on a rider: what is typed while a save runs stays, and a saved text is shown at once.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { RiderNotes } from './rider-notes.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: { notes: string; seen?: string }[] = [];
let finish = (_answer = Response.json({})) => {};

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Promise<Response>((resolve) => {
      finish = (answer = Response.json({})) => resolve(answer);
    });
  });
  await startI18n();
  await Promise.all([loadTexts('desk'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  store.dispatch(answersApi.util.resetApiState());
});
afterEach(cleanup);

const notesOf = (notes: string) => (
  <Provider store={store}>
    <RiderNotes rider="u1" notes={notes} />
  </Provider>
);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
async function leaveField(): Promise<void> {
  const count = sent.length;
  fireEvent.blur(field());
  await waitFor(() => expect(sent).toHaveLength(count + 1));
}

it('keeps what is typed while the notes are being saved', async () => {
  render(notesOf('Old'));
  type('Needs a ramp');
  await leaveField();
  type('Needs a ramp, calls from work');
  await act(async () => finish());
  await waitFor(() => expect(screen.getByText('Saved when you leave the field.')).toBeTruthy());
  expect(field().value).toBe('Needs a ramp, calls from work');
  await leaveField();
  expect(sent).toEqual([
    { notes: 'Needs a ramp', seen: 'Old' },
    { notes: 'Needs a ramp, calls from work', seen: 'Needs a ramp' },
  ]);
});

it('shows the saved notes until they are read again, and then those of other dispatchers', async () => {
  const { rerender } = render(notesOf('Old'));
  type('Needs a ramp');
  await leaveField();
  await act(async () => finish());
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
  expect(field().value).toBe('Needs a ramp');
  rerender(notesOf('Needs a ramp'));
  rerender(notesOf('Moved away'));
  expect(field().value).toBe('Moved away');
});

it('keeps the text and shows the notes of another dispatcher, which it replaces only afterwards', async () => {
  const { rerender } = render(notesOf('Old'));
  type('Needs a ramp');
  rerender(notesOf('Moved away'));
  await leaveField();
  await act(async () => finish(Response.json({ code: 'conflict', status: 409 }, { status: 409 })));
  await screen.findByText('Moved away');
  screen.getByText(/Another dispatcher has changed the notes/);
  expect(field().value).toBe('Needs a ramp');
  await leaveField();
  await act(async () => finish());
  expect(sent).toEqual([
    { notes: 'Needs a ramp', seen: 'Old' },
    { notes: 'Needs a ramp', seen: 'Moved away' },
  ]);
  await waitFor(() => expect(screen.queryByText('Moved away')).toBeNull());
  expect(field().value).toBe('Needs a ramp');
});

it('saves what was typed during a save after it, and compares it with the text saved before', async () => {
  render(notesOf('Old'));
  type('Needs a ramp');
  await leaveField();
  type('Needs two ramps');
  fireEvent.blur(field());
  expect(sent).toHaveLength(1);
  await act(async () => finish());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ notes: 'Needs two ramps', seen: 'Needs a ramp' });
  await act(async () => finish());
});

// Tests that the chat shows the conversation with the booking's present driver, after another driver has accepted it.
import { fetchSettings } from '@kerb/sdk/store';
import { fetchMessages } from '@kerb/sdk/store/chat';
import { aPublicSettings } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ChatView } from './chat-view.tsx';

vi.mock('../../lib/use-auth.ts', () => ({ useAuth: () => ({ known: true, user: { id: 'me' } }) }));

const aMessage = (at: number, message: string, from = 'd') => ({
  id: `m${at}`,
  message,
  from,
  type: 'msg',
  image: null,
  msgDate: '2026-03-02',
  msgTime: '09:00',
  source: from === 'me' ? 'rider' : 'driver',
  at,
});
let messages = [aMessage(1, 'My tyre is flat')];
let unread = 0;
/** Responses to attempts to mark the messages as read, the next one first. */
let readStatuses: number[] = [];
/** Bodies of these attempts. */
const readBodies: unknown[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address.endsWith('/read')) {
      readBodies.push(JSON.parse(String(body)));
      const status = readStatuses.shift() ?? 204;
      return status === 204
        ? new Response(null, { status })
        : Response.json({ code: 'invalid_input', status }, { status });
    }
    if (!address.includes('/messages')) return Response.json(aPublicSettings({}));
    return Response.json({ items: messages, nextCursor: null, open: true, unread, readUntil: null });
  });
  await startI18n();
  await Promise.all([loadTexts('chat'), loadTexts('errors')]);
  await store.dispatch(fetchSettings());
});

const chatWith = (driver: string | null, name: string) => (
  <Provider store={store}>
    <MemoryRouter>
      <ChatView
        booking="b1"
        driver={driver}
        status="ACCEPTED"
        back="/"
        partner={{ source: 'driver', name, image: null, contact: null, about: '' }}
      />
    </MemoryRouter>
  </Provider>
);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' });
const isShown = (text: string) => screen.queryAllByText(text).length > 0;

it('shows the messages of the next driver only, and keeps the typed text', async () => {
  const { rerender } = render(chatWith(null, ''));
  await waitFor(() => expect(isShown('My tyre is flat')).toBe(true));
  rerender(chatWith('d1', 'Ana'));
  expect(isShown('My tyre is flat')).toBe(true);
  fireEvent.change(field(), { target: { value: 'I am at the door' } });
  // Between two drivers the booking has none.
  rerender(chatWith(null, ''));
  messages = [aMessage(2, 'I am two streets away')];
  rerender(chatWith('d2', 'Bruno'));
  expect(isShown('My tyre is flat')).toBe(false);
  expect(field().value).toBe('I am at the door');
  await waitFor(() => expect(isShown('I am two streets away')).toBe(true));
  expect(isShown('My tyre is flat')).toBe(false);
  expect(field().value).toBe('I am at the door');
});

it('marks messages as read again after a load, when the first attempt failed', async () => {
  unread = 1;
  readStatuses = [422, 204];
  render(chatWith('d2', 'Bruno'));
  await waitFor(() => expect(readStatuses).toEqual([204]));
  await store.dispatch(fetchMessages('b1'));
  await waitFor(() => expect(readStatuses).toEqual([]));
});

it('marks messages as read up to the newest of the other party that is shown', async () => {
  unread = 2;
  // An own message is shown when it is sent, perhaps before an earlier one of the driver is loaded.
  messages = [aMessage(5, 'Coming', 'me'), aMessage(4, 'At the corner'), aMessage(3, 'I am here')];
  readBodies.length = 0;
  render(chatWith('d2', 'Bruno'));
  await waitFor(() => expect(readBodies.at(-1)).toEqual({ upTo: 'm4' }));
});

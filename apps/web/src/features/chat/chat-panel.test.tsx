// Tests that admins see the conversation of a booking with each driver on its own, labelled with the driver.
import type { Conversation } from '@kerb/contract';
import { fetchSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ChatPanel } from './chat-panel.tsx';

const ana: Conversation = { driver: 'd1', name: 'Ana', lastAt: 1 };
const bruno: Conversation = { driver: 'd2', name: 'Bruno', lastAt: 2 };
const present = { uid: 'd2', name: 'Bruno' };

const aMessage = (at: number, message: string, source: 'rider' | 'driver') => ({
  id: `m${at}-${message}`,
  message,
  from: source,
  type: 'msg',
  image: null,
  msgDate: '2026-03-02',
  msgTime: '09:00',
  source,
  at,
});
const withAna = [aMessage(2, 'My tyre is flat', 'driver'), aMessage(1, 'Hello, Ana', 'rider')];
const withBruno = [aMessage(3, 'Hello, Bruno', 'rider')];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/messages')) return Response.json(aPublicSettings({}));
    const items = address.includes('driver=d1') ? withAna : withBruno;
    return Response.json({ items, nextCursor: null, open: false, unread: 0, readUntil: null });
  });
  await startI18n();
  await Promise.all([loadTexts('chat'), loadTexts('errors')]);
  await store.dispatch(fetchSettings());
});

const show = (driver: typeof present | null, conversations: readonly Conversation[]) =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ChatPanel booking="b1" rider="Lucía" driver={driver} conversations={conversations} />
      </MemoryRouter>
    </Provider>,
  );

it('shows the messages with each driver under the driver’s name, oldest first', async () => {
  show(present, [bruno, ana]);
  const now = screen.getByRole('region', { name: 'Rider and Bruno, the driver now' });
  const before = screen.getByRole('region', { name: 'Rider and Ana, an earlier driver' });
  await within(now).findByText('Hello, Bruno');
  await within(before).findByText('My tyre is flat');
  expect(within(now).queryByText('My tyre is flat')).toBeNull();
  expect(within(before).queryByText('Hello, Bruno')).toBeNull();
  const entries = within(before)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(entries[0]).toMatch(/^Lucía.*Hello, Ana/);
  expect(entries[1]).toMatch(/^Ana.*My tyre is flat/);
});

it('shows the conversation with the earlier driver while the booking has none', async () => {
  show(null, [ana]);
  await screen.findByText('My tyre is flat');
  expect(screen.getByRole('heading', { name: 'Rider and Ana, an earlier driver' })).toBeTruthy();
  expect(screen.queryByText('Hello, Bruno')).toBeNull();
});

it('has no heading for the only conversation', async () => {
  show(present, [bruno]);
  await screen.findByText('Hello, Bruno');
  expect(screen.queryByRole('heading', { name: /Rider and/ })).toBeNull();
});

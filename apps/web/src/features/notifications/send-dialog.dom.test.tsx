// Tests of the confirmation before a message is sent: it sends the version that it shows, and shows why that failed.
import type { NotificationView } from '@kerb/contract';
import { changeSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { store } from '../../lib/store.ts';
import { isPressable } from '../../lib/testing/is-pressable.ts';
import { SendDialog } from './send-dialog.tsx';

const draft: NotificationView = {
  id: 'n1',
  devicetype: 'All',
  usertype: 'rider',
  title: 'Road works',
  body: 'Allow more time.',
  createdAt: 1,
  status: 'draft',
  matched: 0,
  sent: 0,
  failed: 0,
  startedAt: null,
  finishedAt: null,
  version: 3,
};

// The other texts are shown as their keys.
beforeAll(async () => {
  const translation = { conflict: 'Someone else changed this' };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation } } });
});

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address.includes('/notifications/preview')) return Response.json({ count: 7 });
    if (typeof body === 'string') sent.push(JSON.parse(body));
    return Response.json(
      { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    );
  });
  store.dispatch(changeSettings(aPublicSettings({ AllowCriticalEditsAdmin: true })));
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
});

it('sends the version it shows, and shows a conflict with an edit of another admin', async () => {
  const onClose = vi.fn();
  render(
    <Provider store={store}>
      <SendDialog message={draft} onClose={onClose} />
    </Provider>,
  );
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'notifications_send_to' });
  await waitFor(() => expect(isPressable(confirm())).toBe(true));
  fireEvent.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ version: 3 }]);
  await screen.findByText('Someone else changed this');
});

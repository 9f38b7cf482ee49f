// Tests deleting an account: consent is required, the balance is forfeited only after a confirmation, and the landing
// page follows.
import type { Me } from '@kerb/contract';
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { DeleteAccount } from './delete-account.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const user = aUser();

const deletions: unknown[] = [];
let answer: (body: unknown) => Response = () => new Response(null, { status: 204 });
let known: Me = user;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string) => json({ code, status: 409 }, 409);

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit = {}) => {
    if (init.method !== 'DELETE') return json({ user: known });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    deletions.push(body);
    return answer(body);
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await Promise.all([loadTexts('account'), loadTexts('errors')]);
});
beforeEach(() => {
  deletions.length = 0;
  answer = () => new Response(null, { status: 204 });
});

function Profile() {
  const { user: me } = useAuth();
  return me ? <DeleteAccount user={me} /> : null;
}

async function open(me: Partial<Me> = {}) {
  known = { ...user, ...me };
  store.dispatch(fetchUser.pending('request'));
  store.dispatch(fetchUser.fulfilled(known, 'request'));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/profile']}>
        <Routes>
          <Route path="/profile" element={<Profile />} />
          <Route path="/" element="the landing page" />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByRole('dialog', { name: 'Delete your account?' });
}
const confirmButton = () => screen.getByRole('button', { name: 'Delete for good' });
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }));

describe('deleting an account', () => {
  it('needs consent, and ends signed out on the landing page with a confirmation', async () => {
    await open();
    expect(confirmButton()).toHaveProperty('disabled', true);
    tick(/cannot be undone/);
    fireEvent.click(confirmButton());
    await screen.findByText('the landing page');
    await screen.findByText('Your account is deleted, and you are signed out.');
    expect(deletions).toEqual([{ forfeit: false }]);
    expect(store.getState().auth.info).toBeNull();
  });

  it('requires consent to forfeit the wallet balance', async () => {
    await open({ walletBalance: 12.5 });
    tick(/cannot be undone/);
    expect(confirmButton()).toHaveProperty('disabled', true);
    tick(/I forfeit the .*12\.50/);
    fireEvent.click(confirmButton());
    await screen.findByText('the landing page');
    expect(deletions).toEqual([{ forfeit: true }]);
  });

  it('requires new consent when money was credited meanwhile', async () => {
    await open();
    tick(/cannot be undone/);
    answer = () => refuse('balance_open');
    known = { ...user, walletBalance: 3 };
    fireEvent.click(confirmButton());
    await screen.findByText('The wallet is not empty.');
    await screen.findByRole('checkbox', { name: /I forfeit the .*3\.00/ });
    expect(confirmButton()).toHaveProperty('disabled', true);
  });

  it('shows that an account with a debt cannot be deleted', async () => {
    await open({ walletBalance: -4 });
    await screen.findByText(/4\.00.* below zero/);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(confirmButton()).toHaveProperty('disabled', true);
  });

  it.each([
    [
      'user_busy',
      'You have a booking under way or a fare under review. Delete your account when it is settled.',
    ],
    ['last_admin', 'The last admin must stay. Add another admin first.'],
  ])('explains %s', async (code, text) => {
    await open();
    tick(/cannot be undone/);
    answer = () => refuse(code);
    fireEvent.click(confirmButton());
    await screen.findByText(text);
    expect(store.getState().auth.info).not.toBeNull();
  });
});

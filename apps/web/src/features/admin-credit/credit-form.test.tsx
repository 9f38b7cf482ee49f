// Tests the form that credits a wallet: a credit whose response was lost is repeated with the same idempotency key, and
// the confirmation shows the current balance.
import { aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CreditForm } from './credit-form.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const rider = aUser({ firstName: 'Ana', lastName: 'Silva', walletBalance: 10 });
const fleetAdmin = aUser({
  id: 'f1',
  usertype: 'fleetadmin',
  firstName: 'Flor',
  lastName: 'Paz',
  walletBalance: 30,
});
/** The idempotency keys of the requests, including the client's own retries. */
const keys: (string | null)[] = [];
let balance: number;
let credit: () => Response;
let canRead: boolean;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb');
    if (init.method === 'POST') {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return credit();
    }
    if (pathname === `/api/v1/users/${rider.id}` && !canRead)
      return Response.json({ code: 'forbidden', status: 403 }, { status: 403 });
    if (pathname === `/api/v1/users/${rider.id}`) return Response.json({ ...rider, walletBalance: balance });
    const usertype = searchParams.get('usertype');
    const items = [rider, fleetAdmin].filter((person) => person.usertype === usertype);
    return Response.json({ items: pathname === '/api/v1/users' ? items : [], next: null });
  });
  await startI18n();
  await Promise.all([loadTexts('money'), loadTexts('console'), loadTexts('errors')]);
});
beforeEach(async () => {
  keys.length = 0;
  balance = rider.walletBalance;
  canRead = true;
  render(
    <Provider store={store}>
      <CreditForm />
    </Provider>,
  );
  await choose('Ana', /Ana Silva/);
  write('25');
});
afterEach(() => act(() => store.dispatch(answersApi.util.resetApiState())));

async function choose(text: string, option: RegExp) {
  const person = screen.getByRole('combobox', { name: 'Rider, driver or fleet admin' });
  fireEvent.focus(person);
  fireEvent.change(person, { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
const write = (amount: string) =>
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
async function confirm() {
  press('Add to wallet');
  await screen.findByRole('dialog');
  press(/^Add .*25/);
}
async function confirmAndLose() {
  credit = () => {
    balance += 25;
    throw new TypeError('The network was lost');
  };
  await confirm();
  await screen.findByRole('alertdialog');
  press('Close');
  await screen.findByRole('dialog', { name: /25/ });
}

describe('a credit', () => {
  it('can be given to a fleet admin too', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await choose('Flor', /Flor Paz.*Fleet admin/);
    press('Add to wallet');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Flor Paz');
  });

  it('whose response was lost keeps its key, also after its confirmation was cancelled', async () => {
    await confirmAndLose();
    press('Back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    credit = () => Response.json({ walletBalance: balance });
    await confirm();
    await screen.findByText(/Balance of/);
    expect(keys.at(-1)).toBe(keys[0]);
  });

  it('of another amount has another key', async () => {
    await confirmAndLose();
    press('Back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    credit = () => Response.json({ walletBalance: balance });
    write('1025');
    await confirm();
    await screen.findByText(/Balance of/);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it('is confirmed with the balance that the server has now', async () => {
    balance = 70;
    press('Add to wallet');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toMatch(/70.*95/));
  });

  it('is confirmed without a balance when it cannot be read again', async () => {
    press('Add to wallet');
    const first = await screen.findByRole('dialog');
    await waitFor(() => expect(first.textContent).toMatch(/10.*35/));
    press('Back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    canRead = false;
    press('Add to wallet');
    const dialog = await screen.findByRole('dialog');
    const reads = () => JSON.stringify(Reflect.get(store.getState(), answersApi.reducerPath));
    await waitFor(() => expect(reads()).toContain('"status":"rejected"'));
    await waitFor(() => expect(dialog.textContent).toMatch(/—.*—/));
  });
});

// Tests deciding on held payments: one recheck at a time, and a recheck leaves an open decision alone.
import type { PaymentRecordView } from '@kerb/contract';
import { testId } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { HeldPayments } from './held-payments.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const held = (id: string): PaymentRecordView => ({
  id,
  purpose: 'topup',
  booking: null,
  provider: 'test',
  status: 'held',
  amount: 200,
  currency: 'UYU',
  createdAt: 1,
  capturedAt: 2,
  reason: null,
  uid: testId(9),
  name: 'Ana Silva',
  providerRef: null,
  captured: { value: '150.00', currency: 'UYU' },
  refunded: 0,
  waiting: null,
});
const first = held(testId(1));
const second = held(testId(2));
let items: PaymentRecordView[];
let posted: { path: string; body: unknown }[] = [];
let answer: () => Response | Promise<Response>;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.replace('/api/v1', '');
    if (init.method !== 'POST') return Response.json({ items, nextCursor: null });
    posted.push({ path, body: JSON.parse(String(init.body)) });
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('money'), loadTexts('errors'), loadTexts('console')]);
});
const show = () =>
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter>
          <HeldPayments />
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
beforeEach(async () => {
  posted = [];
  items = [first, second];
  show();
  await waitFor(() => expect(buttons('Check again')).toHaveLength(2));
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const buttons = (name: string) => screen.getAllByRole<HTMLButtonElement>('button', { name });
function press(name: string, row: number) {
  const button = buttons(name)[row];
  if (!button) throw new Error(`no button ${name} in row ${row}`);
  fireEvent.click(button);
}
function delayed() {
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  return (response: Response) => act(async () => respond(response));
}

it('checks one payment at a time, and shows which one', async () => {
  const respond = delayed();
  const [one, other] = buttons('Check again');
  if (!one || !other) throw new Error('no payments');
  act(() => {
    fireEvent.click(one);
    fireEvent.click(other);
  });
  await waitFor(() => expect(posted.map(({ path }) => path)).toEqual([`/payments/${first.id}/recheck`]));
  expect([one, other].map((button) => button.querySelector('[role="progressbar"]') !== null)).toEqual([
    true,
    false,
  ]);
  expect(buttons('Send back').map(({ disabled }) => disabled)).toEqual([true, false]);
  await respond(Response.json(first));
  await waitFor(() => expect([one.disabled, other.disabled]).toEqual([false, false]));
});

it('leaves the dialog of another payment open when a recheck ends', async () => {
  const respond = delayed();
  press('Check again', 0);
  press('Send back', 1);
  const dialog = await screen.findByRole('dialog', { name: 'Send this payment back?' });
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Wrong amount' } });
  await respond(Response.json({ code: 'conflict', status: 409 }, { status: 409 }));
  await screen.findByRole('alertdialog');
  expect(within(dialog).getByLabelText<HTMLInputElement>(/Reason/).value).toBe('Wrong amount');
});

it('sends a decision with its reason, and shows why it was rejected', async () => {
  const respond = delayed();
  press('Send back', 1);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Wrong amount' } });
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send back' });
  act(() => {
    confirm.click();
    confirm.click();
  });
  await waitFor(() =>
    expect(posted).toEqual([{ path: `/payments/${second.id}/refund`, body: { reason: 'Wrong amount' } }]),
  );
  expect(confirm.isConnected).toBe(true);
  expect(confirm.ariaDisabled).toBe('true');
  await respond(Response.json({ code: 'conflict', status: 409 }, { status: 409 }));
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

it('lets a second payment be accepted only, because it is refunded at the provider', async () => {
  cleanup();
  act(() => store.dispatch(answersApi.util.resetApiState()));
  items = [{ ...first, captured: { value: '200.00', currency: 'UYU' }, heldFor: 'twice' }];
  show();
  await screen.findByText(/The buyer paid twice/);
  expect(screen.queryByRole('button', { name: 'Send back' })).toBeNull();
  expect(buttons('Accept').map(({ disabled }) => disabled)).toEqual([false]);
});

// Tests that a withdrawal whose response was lost is not requested twice, which bank details it requires, and what it
// says about an amount above the balance.
import { publicSettings } from '@kerb/contract';
import { settings as operatorSettings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { client, store } from '../../lib/store.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const keys: (string | null)[] = [];
const bodies: unknown[] = [];
const onDone = vi.fn();
let answer: () => Response;
const lost = () => Response.json({ code: 'internal', status: 500 }, { status: 500 });
const done = () => Response.json({ id: 'w1' });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    bodies.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('wallet'), loadTexts('errors')]);
});
const dialog = (open: boolean, walletBalance = 100) => (
  <Provider store={store}>
    <WithdrawDialog open={open} user={aUser({ walletBalance })} onClose={() => undefined} onDone={onDone} />
  </Provider>
);
let rerender: (ui: ReactNode) => void;
beforeEach(() => {
  keys.length = 0;
  bodies.length = 0;
  onDone.mockReset();
  ({ rerender } = render(dialog(true)));
});

const write = (amount: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value: amount } });
const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body);

async function loseResponseOf(amount: string) {
  answer = lost;
  write(amount);
  submit();
  await screen.findByRole('alert');
  answer = done;
}

it('retries the same withdrawal with the same idempotency key', async () => {
  await loseResponseOf('40');
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('retries with the same key after the dialog was closed and opened again', async () => {
  await loseResponseOf('40');
  rerender(dialog(false));
  rerender(dialog(true));
  write('40');
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

it('requests another amount with a new idempotency key', async () => {
  await loseResponseOf('40');
  write('41');
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

it('opens without the error of the attempt before it was closed', async () => {
  await loseResponseOf('40');
  rerender(dialog(false));
  rerender(dialog(true));
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('an amount above the balance', () => {
  const tooMuch = /^That is more than your balance\. You can withdraw at most .*100\.00.*\.$/;

  it('is rejected with the amount that can be withdrawn', async () => {
    expect(screen.getByText(/^At most .*100\.00/)).toBeDefined();
    write('100.01');
    submit();
    await screen.findByText(tooMuch);
    expect(bodies).toEqual([]);
    write('100');
    expect(screen.queryByText(tooMuch)).toBeNull();
  });

  it('has the same error with the new balance when that fell meanwhile, and the field has the focus', async () => {
    const me = aUser({ walletBalance: 30 });
    answer = () => Response.json({ code: 'insufficient_wallet', status: 402 }, { status: 402 });
    const read = vi.spyOn(client, 'getSession').mockResolvedValue({ user: me, secondFactor: null });
    write('40');
    submit();
    await waitFor(() => expect(store.getState().auth.info).toEqual(me));
    rerender(dialog(true, 30));
    await screen.findByText(/^That is more than your balance\. You can withdraw at most .*30\.00.*\.$/);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(screen.queryByText(/Choose another way to pay/)).toBeNull();
    read.mockRestore();
  });
});

async function setBankFields(bank_fields: boolean): Promise<void> {
  const place = { lat: -34.9, lng: -56.2 };
  const settings = publicSettings.parse({
    version: 1,
    languages: [],
    ...operatorSettings.parse({ bank_fields }),
    city: { name: 'Montevideo', center: place, bounds: [-57, -35, -56, -34] },
    social: [],
    demo: null,
  });
  answer = () => Response.json(settings);
  await act(() => store.dispatch(fetchSettings()));
  bodies.length = 0;
}
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('with bank details', () => {
  beforeEach(() => setBankFields(true));
  afterEach(() => setBankFields(false));

  it('requires the bank and the account', async () => {
    fill('Amount', '40');
    submit();
    expect(await screen.findAllByText('This is needed for the transfer.')).toHaveLength(2);
    expect(bodies).toEqual([]);
  });

  it('is sent without a bank code', async () => {
    answer = done;
    fill('Amount', '40');
    fill('Bank', 'Banco Sur');
    fill('Account number', '77');
    submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(bodies).toEqual([{ amount: 40, bankName: 'Banco Sur', bankCode: '', bankAccount: '77' }]);
  });
});

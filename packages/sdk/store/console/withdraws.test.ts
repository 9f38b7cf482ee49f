// Tests the console's withdrawals in the store: a page, a decision, and a credit that is sent once.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore, signOut } from '../index.ts';
import { addToWallet, completeWithdraw, fetchWithdraws, joinConsoleSlices, returnWithdraw } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const page = (...ids: string[]) =>
  json({
    items: ids.map((id) => ({ id, processed: false })),
    nextCursor: null,
    pending: { count: 0, amount: 0 },
  });

function consoleAnswering(...replies: Response[]) {
  const calls: { address: string; key: string | null; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      const key = new Headers(init.headers).get('idempotency-key');
      calls.push({ address, key, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      return replies.shift() ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  joinConsoleSlices(store);
  return { store, calls, data: () => store.getState().withdrawdata };
}

describe('withdrawdata', () => {
  it('loads a page, then holds it, and forgets it with the session', async () => {
    const { store, data, calls } = consoleAnswering(page('1', '2'), new Response(null, { status: 204 }));
    const done = store.dispatch(fetchWithdraws({ state: 'pending', q: 'ana' }));
    expect(data()).toMatchObject({ loading: true, withdraws: null });
    await done.unwrap();
    expect(data()).toMatchObject({ loading: false, withdraws: [{ id: '1' }, { id: '2' }] });
    expect(calls[0]?.address).toContain('/withdraws?state=pending&q=ana');
    await store.dispatch(signOut());
    expect(data()?.withdraws).toBeNull();
  });

  it('clears the page and flags the code when the call fails, not when it is aborted', async () => {
    const { store, data } = consoleAnswering(page('1'), page('2'), refuse('forbidden', 403));
    await store.dispatch(fetchWithdraws({}));
    const call = store.dispatch(fetchWithdraws({}));
    call.abort();
    await call;
    expect(data()).toMatchObject({ withdraws: [{ id: '1' }], loading: false, error: { flag: false } });
    await store.dispatch(fetchWithdraws({}));
    await store.dispatch(fetchWithdraws({}));
    expect(data()).toMatchObject({ withdraws: null, error: { flag: true } });
  });

  it('updates a completed or returned withdrawal in its position', async () => {
    const { store, data, calls } = consoleAnswering(
      page('1', '2'),
      json({ id: '2', processed: true }),
      json({ id: '1', processed: false, returned: { at: 1, reason: 'closed' } }),
    );
    await store.dispatch(fetchWithdraws({}));
    await store.dispatch(completeWithdraw('2'));
    await store.dispatch(returnWithdraw({ id: '1', reason: 'closed' }));
    expect(data()?.withdraws).toMatchObject([
      { id: '1', returned: { reason: 'closed' } },
      { id: '2', processed: true },
    ]);
    expect(calls.slice(1)).toMatchObject([
      { address: 'http://kerb.test/api/v1/withdraws/2/complete', body: {} },
      { address: 'http://kerb.test/api/v1/withdraws/1/return', body: { reason: 'closed' } },
    ]);
  });

  it('adds to a wallet with the given key, and returns the balance or the error code', async () => {
    const { store, calls } = consoleAnswering(json({ walletBalance: 12.5 }), refuse('no_details_error'));
    const credit = { uid: 'u1', amount: 5, source: 'cash', reason: 'Desk', key: 'mine' } as const;
    expect(await store.dispatch(addToWallet(credit)).unwrap()).toBe(12.5);
    expect(calls[0]).toEqual({
      address: 'http://kerb.test/api/v1/users/u1/wallet',
      key: 'mine',
      body: { amount: 5, source: 'cash', reason: 'Desk' },
    });
    await expect(store.dispatch(addToWallet(credit)).unwrap()).rejects.toBe('no_details_error');
  });
});

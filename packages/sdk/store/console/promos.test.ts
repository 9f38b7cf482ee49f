// Tests the console's promos in the store: a page, and the three edits of the specification.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore, signOut } from '../index.ts';
import { editPromo, fetchPromos, joinConsoleSlices } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const page = (...ids: string[]) => json({ items: ids.map((id) => ({ id })), nextCursor: null });
const gone = () => new Response(null, { status: 204 });
const ten = {
  promo_name: 'TEN',
  promo_description: '',
  promo_discount_type: 'flat' as const,
  promo_discount_value: 10,
  max_promo_discount_value: null,
  min_order: 0,
  promo_validity: 4_000_000_000_000,
  promo_usage_limit: 3,
};

function consoleAnswering(...replies: Response[]) {
  const calls: { method: string; address: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      calls.push({ method: init.method ?? 'GET', address, body });
      return replies.shift() ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  joinConsoleSlices(store);
  return { store, calls, data: () => store.getState().promodata };
}

describe('promodata', () => {
  it('loads a page, then holds it, and forgets it with the session', async () => {
    const { store, data, calls } = consoleAnswering(page('1', '2'), gone());
    const done = store.dispatch(fetchPromos({ q: 'ten', sort: 'promo_validity', order: 'asc' }));
    expect(data()).toMatchObject({ loading: true, promos: null });
    await done.unwrap();
    expect(data()).toMatchObject({ loading: false, promos: [{ id: '1' }, { id: '2' }] });
    expect(calls[0]?.address).toContain('/promos?q=ten&sort=promo_validity&order=asc');
    await store.dispatch(signOut());
    expect(data()?.promos).toBeNull();
  });

  it('clears the page and flags the code when the call fails, not when it is aborted', async () => {
    const { store, data } = consoleAnswering(page('1'), page('2'), refuse('forbidden', 403));
    await store.dispatch(fetchPromos({}));
    const call = store.dispatch(fetchPromos({}));
    call.abort();
    await call;
    expect(data()).toMatchObject({ promos: [{ id: '1' }], loading: false, error: { flag: false } });
    await store.dispatch(fetchPromos({}));
    await store.dispatch(fetchPromos({}));
    expect(data()).toMatchObject({ promos: null, error: { flag: true } });
  });

  it('adds, updates and deletes, and returns the code of an error', async () => {
    const { store, data, calls } = consoleAnswering(
      page('1', '2'),
      json({ ...ten, id: '3' }, 201),
      json({ ...ten, id: '1' }),
      gone(),
      refuse('name_taken', 409),
    );
    await store.dispatch(fetchPromos({}));
    await store.dispatch(editPromo({ method: 'Add', data: ten }));
    expect(data()?.promos).toMatchObject([{ id: '1' }, { id: '2' }]);
    await store.dispatch(editPromo({ method: 'Update', data: { ...ten, id: '1', version: 1 } }));
    expect(data()?.promos).toMatchObject([{ id: '1', promo_name: 'TEN' }, { id: '2' }]);
    await store.dispatch(editPromo({ method: 'Delete', data: { id: '1' } }));
    expect(data()?.promos).toEqual([{ id: '2' }]);
    await expect(store.dispatch(editPromo({ method: 'Add', data: ten })).unwrap()).rejects.toBe('name_taken');
    expect(data()?.promos).toEqual([{ id: '2' }]);
    expect(calls.slice(1)).toMatchObject([
      { method: 'POST', address: 'http://kerb.test/api/v1/promos', body: ten },
      { method: 'PATCH', address: 'http://kerb.test/api/v1/promos/1', body: ten },
      { method: 'DELETE', address: 'http://kerb.test/api/v1/promos/1' },
      { method: 'POST' },
    ]);
  });
});

// Tests the response cache: one endpoint per route, late responses, invalidation by changes, and the end of a session.
import { keyScopeOf, type RouteDefinition, routes } from '@kerb/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../client/index.ts';
import { fetchUser, signOut } from '../store/index.ts';
import { joinedState } from './joined-state.ts';
import { joinedStore, json, refuse, type Server } from './testing/joined-store.ts';
import { page, readPromos, shownPromos } from './testing/shown-promos.ts';

const booking = '0190aaaa-0000-7000-8000-000000000001';
const settled = () => vi.advanceTimersByTimeAsync(0);

const hasCursor = (shape: unknown): boolean =>
  typeof shape === 'object' && shape !== null && 'nextCursor' in shape;

/** A server whose responses the test sends one by one, in any order. */
function heldServer() {
  const waiting = new Map<string, (answer: Response) => void>();
  const server: Server = (call) => new Promise((resolve) => waiting.set(call, resolve));
  const answer = async (call: string, response: Response) => {
    const reply = waiting.get(call);
    if (!reply) throw new Error(`${call} was not asked: ${[...waiting.keys()].join(', ')}`);
    reply(response);
    await settled();
  };
  return { server, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the endpoints', () => {
  it('exist once for each route that people call, and once more for each list with a cursor', () => {
    const { answers } = joinedStore(() => json({}));
    const ofPeople = Object.entries<RouteDefinition>(routes).filter(
      ([, { access }]) => keyScopeOf(access) === null,
    );
    const paged = ofPeople
      .filter(([, { method, answer }]) => method === 'GET' && 'shape' in answer && hasCursor(answer.shape))
      .map(([name]) => `${name}Pages`);
    expect(Object.keys(answers.endpoints).sort()).toEqual(
      [...ofPeople.map(([name]) => name), ...paged].sort(),
    );
    expect(paged).toContain('listPromosPages');
  });

  it('send the parameters of the route, and one request for equal calls', async () => {
    const joined = joinedStore(() => json(page('WELCOME')));
    await Promise.all([readPromos(joined, 'wel'), readPromos(joined, 'wel')]);
    expect(joined.calls).toEqual(['GET /promos?q=wel']);
    expect(shownPromos(joined, 'wel')).toEqual(['WELCOME']);
  });

  it('read by POST where the input is too long for an address', async () => {
    const { store, answers, calls } = joinedStore(() => json({ rows: [] }));
    const body = { start: [{ lat: 1, lng: 2 }], dest: [{ lat: 3, lng: 4 }] };
    const read = () => store.dispatch(answers.endpoints.mapsMatrix.initiate({ body }));
    const [first] = await Promise.all([read(), read()]);
    expect(first.data).toEqual({ rows: [] });
    expect(calls).toEqual([`POST /maps/matrix ${JSON.stringify(body)}`]);
  });

  it('fail with the error of the server, and its code as the message', async () => {
    const joined = joinedStore(() => refuse('demo_mode', 403));
    const { endpoints } = joined.answers;
    const call = joined.store.dispatch(endpoints.deletePromo.initiate({ params: { id: booking } }));
    await expect(call.unwrap()).rejects.toBeInstanceOf(ApiError);
    await expect(call.unwrap()).rejects.toMatchObject({ code: 'demo_mode', status: 403 });
  });

  it('reuse a given idempotency key, and create a new one for each call without one', async () => {
    const keys: (string | null)[] = [];
    const { store, answers } = joinedStore((_call, key) => {
      keys.push(key);
      return json({ walletBalance: 5 });
    });
    const credit = { params: { id: booking }, body: { amount: 5, source: 'cash', reason: '' } } as const;
    const { initiate } = answers.endpoints.addToWallet;
    await store.dispatch(initiate({ ...credit, idempotencyKey: 'one' }));
    await store.dispatch(initiate({ ...credit, idempotencyKey: 'one' }));
    await store.dispatch(initiate(credit));
    await store.dispatch(initiate(credit));
    expect(keys.slice(0, 2)).toEqual(['one', 'one']);
    expect(new Set(keys).size).toBe(3);
  });

  it('read a list page by page with the cursor of the previous page', async () => {
    const pages = [
      { ...page('A'), nextCursor: 'c1' },
      { ...page('B'), nextCursor: null },
    ];
    const { store, answers, calls } = joinedStore(() => json(pages.shift()));
    const { initiate } = answers.endpoints.listPromosPages;
    await store.dispatch(initiate({ query: { limit: 1 } }));
    const { data } = await store.dispatch(initiate({ query: { limit: 1 } }, { direction: 'forward' }));
    expect(data?.pages.flatMap(({ items }) => items.map(({ promo_name }) => promo_name))).toEqual(['A', 'B']);
    expect(calls).toEqual(['GET /promos?limit=1', 'GET /promos?limit=1&cursor=c1']);
  });
});

describe('a late answer', () => {
  it('to an older request never replaces the response to a newer one', async () => {
    const { server, answer } = heldServer();
    const joined = joinedStore(server);
    void readPromos(joined, 'old');
    void readPromos(joined, 'new');
    await settled();
    await answer('GET /promos?q=new', json(page('NEW')));
    await answer('GET /promos?q=old', json(page('OLD')));
    expect(shownPromos(joined, 'new')).toEqual(['NEW']);
    expect(shownPromos(joined, 'old')).toEqual(['OLD']);
  });

  it('to a request sent before a change is discarded, and the data is read again', async () => {
    const { server, answer } = heldServer();
    const joined = joinedStore(server);
    void readPromos(joined, '');
    await settled();
    const removal = joined.answers.endpoints.deletePromo.initiate({ params: { id: booking } });
    void joined.store.dispatch(removal);
    await settled();
    await answer(`DELETE /promos/${booking}`, new Response(null, { status: 204 }));
    await answer('GET /promos?q=', json(page('DELETED SINCE')));
    await answer('GET /promos?q=', json(page()));
    expect(shownPromos(joined, '')).toEqual([]);
  });

  it('for a session that ended is dropped', async () => {
    const { server, answer } = heldServer();
    const joined = joinedStore(server);
    void joined.store.dispatch(fetchUser());
    await settled();
    await answer('GET /auth/session', json({ user: { id: 'u1' } }));
    void readPromos(joined, 'mine');
    void joined.store.dispatch(signOut());
    await settled();
    await answer('DELETE /auth/session', new Response(null, { status: 204 }));
    await answer('GET /promos?q=mine', json(page('MINE')));
    expect(shownPromos(joined, 'mine')).toBeUndefined();
  });
});

describe('a session', () => {
  it('clears the cache when another user is signed in, and only once that is known', async () => {
    const people = [{ id: 'u1' }, { id: 'u1' }, { id: 'u2' }];
    const joined = joinedStore((call) =>
      call === 'GET /auth/session' ? json({ user: people.shift() }) : json(page('MINE')),
    );
    await readPromos(joined, 'mine');
    await joined.store.dispatch(fetchUser());
    await joined.store.dispatch(fetchUser());
    expect(shownPromos(joined, 'mine')).toEqual(['MINE']);
    await joined.store.dispatch(fetchUser());
    expect(shownPromos(joined, 'mine')).toBeUndefined();
  });

  it('takes the record that a change returns, unless it is another user’s', async () => {
    const joined = joinedStore((call) => {
      if (call === 'GET /auth/session') return json({ user: { id: 'u1', firstName: 'Ana' } });
      return json(call.startsWith('PATCH') ? { id: 'u1', firstName: 'Eva' } : { id: 'u2', firstName: 'Bo' });
    });
    const { verifyEmail, updateProfile } = joined.answers.endpoints;
    const info = () => joined.store.getState().auth.info?.firstName;
    await joined.store.dispatch(fetchUser());
    await joined.store.dispatch(updateProfile.initiate({ body: { firstName: 'Eva' } }));
    expect(info()).toBe('Eva');
    await joined.store.dispatch(verifyEmail.initiate({ body: { code: '1' } }));
    expect(info()).toBe('Eva');
  });
});

describe('a pending response', () => {
  const never = 'GET /promos?q=slow';

  it('does not delay the updates of other data', async () => {
    const { server, answer } = heldServer();
    const tab = joinedStore(server);
    void readPromos(tab, 'slow');
    void readPromos(tab, '');
    await answer('GET /promos?q=', json(page('OLD')));
    tab.live.publish('catalog', 'catalog.changed', { what: 'promos' });
    await answer('GET /promos?q=', json(page('NEW')));
    expect(shownPromos(tab, '')).toEqual(['NEW']);
    expect(tab.calls).toEqual([never, 'GET /promos?q=', 'GET /promos?q=']);
  });

  it.each(['by an event', 'by a change'])(
    'is read once more when it was made out of date meanwhile %s',
    async (by) => {
      const { server, answer } = heldServer();
      const tab = joinedStore(server);
      void readPromos(tab, 'slow');
      if (by === 'by an event') tab.live.publish('catalog', 'catalog.changed', { what: 'promos' });
      else {
        void tab.store.dispatch(tab.answers.endpoints.deletePromo.initiate({ params: { id: booking } }));
        await answer(`DELETE /promos/${booking}`, new Response(null, { status: 204 }));
      }
      await answer(never, json(page('OLD')));
      await answer(never, json(page('NEW')));
      expect(shownPromos(tab, 'slow')).toEqual(['NEW']);
      expect(tab.calls.filter((call) => call === never)).toHaveLength(2);
    },
  );
});

describe('a change of a language', () => {
  it('is shown at once, and appears in the list of the first load after the next read', async () => {
    const { server, answer } = heldServer();
    const { store, answers } = joinedStore(server);
    const { getLanguage, editLanguage, listLanguages } = answers.endpoints;
    const asked = { params: { id: booking } };
    const shown = () => getLanguage.select(asked)(joinedState(store.getState())).data?.version;
    void store.dispatch(getLanguage.initiate(asked));
    await answer(`GET /languages/${booking}`, json({ id: booking, version: 1 }));
    void store.dispatch(editLanguage.initiate({ ...asked, body: { version: 1 } }));
    await answer(`PATCH /languages/${booking} {"version":1}`, json({ id: booking, version: 2 }));
    expect(shown()).toBe(2);
    void store.dispatch(listLanguages.initiate());
    await answer('GET /languages', json({ items: [{ id: booking, default: true }] }));
    expect(store.getState().languagedata.defaultLanguage).toMatchObject({ id: booking });
  });
});

// Tests the console's users in the store: the slice states of the specification, in a slice joined to a running store.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore, fetchSettings, signOut } from '../index.ts';
import {
  addUser,
  checkUserExists,
  deleteUser,
  editUser,
  fetchUsers,
  fetchUsersOnce,
  joinConsoleSlices,
} from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const page = (...ids: string[]) =>
  json({ items: ids.map((id) => ({ id })), nextCursor: null, total: ids.length });
const person = {
  usertype: 'driver' as const,
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  mobile: '+59899000001',
};

function consoleAnswering(...replies: Response[]) {
  const calls: { address: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      calls.push({ address, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      return replies.shift() ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  joinConsoleSlices(store);
  return { store, calls, users: () => store.getState().usersdata };
}

describe('usersdata', () => {
  it('joins a running store without losing its state, and joins only once', async () => {
    const client = createClient({
      baseUrl: 'http://kerb.test',
      fetch: async (address) => (address.includes('settings') ? json({ appName: 'Kerb' }) : page('1')),
    });
    const store = createKerbStore({ client });
    await store.dispatch(fetchSettings());
    expect(store.getState().usersdata).toBeUndefined();
    joinConsoleSlices(store);
    expect(store.getState().settingsdata.settings).toEqual({ appName: 'Kerb' });
    await store.dispatch(fetchUsers({ usertype: 'rider' }));
    joinConsoleSlices(store);
    expect(store.getState().usersdata?.users).toEqual([{ id: '1' }]);
  });

  it('loads a page, then holds it', async () => {
    const { store, users, calls } = consoleAnswering(page('1', '2'));
    const done = store.dispatch(fetchUsers({ usertype: 'driver', review: 'waiting', q: 'ana' }));
    expect(users()).toMatchObject({ loading: true, users: null });
    expect(await done.unwrap()).toMatchObject({ total: 2 });
    expect(users()).toMatchObject({
      loading: false,
      users: [{ id: '1' }, { id: '2' }],
      error: { flag: false },
    });
    expect(calls[0]?.address).toContain('usertype=driver&review=waiting&q=ana');
  });

  it('clears the page and flags the code when the call fails', async () => {
    const { store, users } = consoleAnswering(page('1'), refuse('forbidden', 403));
    await store.dispatch(fetchUsers({}));
    await store.dispatch(fetchUsers({}));
    expect(users()).toMatchObject({ users: null, loading: false, error: { flag: true, msg: 'forbidden' } });
  });

  it('does not fail on an aborted page request', async () => {
    const { store, users } = consoleAnswering(page('1'), page('2'));
    await store.dispatch(fetchUsers({}));
    const call = store.dispatch(fetchUsers({}));
    call.abort();
    await call;
    expect(users()).toMatchObject({ users: [{ id: '1' }], loading: false, error: { flag: false } });
  });

  it('stores users fetched once separately from the page', async () => {
    const { store, users, calls } = consoleAnswering(page('1'), page('f1'), refuse('unavailable', 503));
    await store.dispatch(fetchUsers({ usertype: 'driver' }));
    await store.dispatch(fetchUsersOnce({ usertype: 'fleetadmin' }));
    expect(users()).toMatchObject({ users: [{ id: '1' }], staticusers: [{ id: 'f1' }] });
    expect(calls[1]?.address).toContain('limit=200');
  });

  it('updates an edited user in both lists, and removes a deleted one', async () => {
    const { store, users, calls } = consoleAnswering(
      page('1', '2'),
      page('1'),
      json({ id: '1', firstName: 'Eva' }),
      new Response(null, { status: 204 }),
    );
    await store.dispatch(fetchUsers({}));
    await store.dispatch(fetchUsersOnce({}));
    await store.dispatch(editUser({ id: '1', data: { firstName: 'Eva' } }));
    expect(users()).toMatchObject({
      users: [{ id: '1', firstName: 'Eva' }, { id: '2' }],
      staticusers: [{ id: '1', firstName: 'Eva' }],
    });
    expect(calls[2]?.body).toEqual({ firstName: 'Eva' });
    await store.dispatch(deleteUser('1'));
    expect(users()).toMatchObject({ users: [{ id: '2' }], staticusers: [] });
  });

  it('returns who has an e-mail or mobile, and the error code of a failed check or addition', async () => {
    const taken = { users: [{ id: 'x', usertype: 'rider' }] };
    const { store, calls } = consoleAnswering(
      json(taken),
      refuse('email_or_mobile_issue'),
      refuse('user_exists', 409),
      json({ id: 'new' }, 201),
    );
    const contact = { email: person.email, mobile: person.mobile };
    expect(await store.dispatch(checkUserExists(contact)).unwrap()).toEqual(taken.users);
    await expect(store.dispatch(checkUserExists(contact)).unwrap()).rejects.toBe('email_or_mobile_issue');
    await expect(store.dispatch(addUser(person)).unwrap()).rejects.toBe('user_exists');
    expect(await store.dispatch(addUser(person)).unwrap()).toEqual({ id: 'new' });
    expect(calls[3]?.body).toEqual(person);
  });

  it('is cleared at sign-out', async () => {
    const { store, users } = consoleAnswering(page('1'), new Response(null, { status: 204 }));
    await store.dispatch(fetchUsers({}));
    await store.dispatch(signOut());
    expect(users()).toMatchObject({ users: null, staticusers: null });
  });
});

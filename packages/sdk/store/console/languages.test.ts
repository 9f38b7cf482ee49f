// Tests the languages in the store: fetched, updated from the settings, and edited.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore, fetchLanguages, fetchSettings, languagesKnown } from '../index.ts';
import { editLanguage, importLanguage, readLanguage, readTextKeys } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const gone = () => new Response(null, { status: 204 });

const choice = (id: string, isDefault = false) => ({
  id,
  langName: id.toUpperCase(),
  langLocale: id,
  dateLocale: id,
  default: isDefault,
  shipped: id !== 'de',
  version: 1,
});
const view = (id: string, isDefault = false) => ({
  ...choice(id, isDefault),
  createdAt: 5,
  keyValuePairs: { home: 'Start' },
});

function storeAnswering(...replies: Response[]) {
  const calls: { method: string; address: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      calls.push({ method: init.method ?? 'GET', address, body });
      return replies.shift() ?? refuse('internal', 400);
    },
  });
  const store = createKerbStore({ client });
  const data = () => store.getState().languagedata;
  return { store, calls, data, ids: () => data().langlist.map(({ id }) => id) };
}

describe('languagedata', () => {
  it('is empty at first, then stores the list and its default, and is cleared on failure', async () => {
    const { store, data } = storeAnswering(
      json({ items: [choice('en', true), choice('es')] }),
      refuse('unavailable', 404),
    );
    expect(data()).toEqual({
      langlist: [],
      defaultLanguage: null,
      loading: false,
      error: { flag: false, msg: null },
    });
    const call = store.dispatch(fetchLanguages());
    expect(data().loading).toBe(true);
    await call;
    expect(data()).toMatchObject({
      loading: false,
      langlist: [{ id: 'en' }, { id: 'es' }],
      defaultLanguage: { id: 'en' },
    });
    await store.dispatch(fetchLanguages());
    expect(data()).toMatchObject({
      loading: false,
      langlist: [],
      defaultLanguage: null,
      error: { flag: true, msg: 'unavailable' },
    });
  });

  it('takes the languages of the settings each time these are read', async () => {
    const { store, data, ids } = storeAnswering(
      json({ languages: [choice('fr', true), choice('en')] }),
      json({ languages: [choice('en', true)] }),
    );
    await store.dispatch(fetchSettings());
    expect(ids()).toEqual(['fr', 'en']);
    expect(data().defaultLanguage?.id).toBe('fr');
    await store.dispatch(fetchSettings());
    expect(ids()).toEqual(['en']);
    expect(data().defaultLanguage?.id).toBe('en');
  });
});

describe('editLanguage', () => {
  const known = languagesKnown([choice('en', true), choice('es'), choice('ar')]);

  it('Add puts the new language at the end, without its texts', async () => {
    const { store, data, ids, calls } = storeAnswering(json(view('de'), 201));
    store.dispatch(known);
    const body = { langName: 'Deutsch', langLocale: 'de', dateLocale: 'de' };
    await store.dispatch(editLanguage({ method: 'Add', data: body })).unwrap();
    expect(ids()).toEqual(['en', 'es', 'ar', 'de']);
    expect(data().langlist.at(-1)).toEqual(choice('de'));
    expect(calls).toEqual([{ method: 'POST', address: 'http://kerb.test/api/v1/languages', body }]);
  });

  it('Update replaces the language in its position, and sends the version it is based on', async () => {
    const { store, data, calls } = storeAnswering(
      json({ ...view('es'), langName: 'Castellano', version: 2 }),
    );
    store.dispatch(known);
    const patch = { version: 1, langName: 'Castellano', keyValuePairs: { home: null } };
    const saved = await store
      .dispatch(editLanguage({ method: 'Update', data: { id: 'es', ...patch } }))
      .unwrap();
    expect(saved?.keyValuePairs).toEqual({ home: 'Start' });
    expect(data().langlist).toMatchObject([
      { id: 'en', default: true },
      { id: 'es', langName: 'Castellano', version: 2 },
      { id: 'ar' },
    ]);
    expect(calls).toEqual([
      { method: 'PATCH', address: 'http://kerb.test/api/v1/languages/es', body: patch },
    ]);
  });

  it('a new default updates the flags of all languages, and moves to the first position', async () => {
    const { store, data } = storeAnswering(json(view('ar', true)));
    store.dispatch(known);
    await store.dispatch(editLanguage({ method: 'Update', data: { id: 'ar', version: 1, default: true } }));
    expect(data().langlist.map((one) => [one.id, one.default])).toEqual([
      ['ar', true],
      ['en', false],
      ['es', false],
    ]);
    expect(data().defaultLanguage?.id).toBe('ar');
  });

  it('Delete removes the language from the list, and a failure returns its code and changes nothing', async () => {
    const { store, ids } = storeAnswering(gone(), refuse('default_language', 409), refuse('conflict', 409));
    store.dispatch(known);
    const remove = (id: string) => store.dispatch(editLanguage({ method: 'Delete', data: { id } })).unwrap();
    expect(await remove('es')).toBeNull();
    expect(ids()).toEqual(['en', 'ar']);
    await expect(remove('en')).rejects.toBe('default_language');
    await expect(
      store.dispatch(editLanguage({ method: 'Update', data: { id: 'ar', version: 0 } })).unwrap(),
    ).rejects.toBe('conflict');
    expect(ids()).toEqual(['en', 'ar']);
  });

  it('an import replaces the whole map and stores the new version', async () => {
    const { store, data, calls } = storeAnswering(json({ ...view('es'), version: 7 }));
    store.dispatch(known);
    const whole = { version: 1, keyValuePairs: { home: 'Inicio' } };
    await store.dispatch(importLanguage({ id: 'es', ...whole })).unwrap();
    expect(data().langlist[1]).toMatchObject({ id: 'es', version: 7 });
    expect(calls).toEqual([
      { method: 'PUT', address: 'http://kerb.test/api/v1/languages/es/keyValuePairs', body: whole },
    ]);
  });

  it('reads a language with its texts and all text keys of the product', async () => {
    const key = { key: 'home', area: 'core', english: 'Home' };
    const { store } = storeAnswering(json(view('es')), json({ items: [key] }), refuse('not_found', 404));
    expect(await store.dispatch(readLanguage('es')).unwrap()).toEqual(view('es'));
    expect(await store.dispatch(readTextKeys()).unwrap()).toEqual([key]);
    await expect(store.dispatch(readLanguage('xx')).unwrap()).rejects.toBe('not_found');
  });
});

// The languages over HTTP: who may change them, one default always, nobody's change lost, and texts over those shipped.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLanguagesWorld, type LanguagesWorld } from './testing/languages-world.ts';

let world: LanguagesWorld;
beforeAll(async () => {
  world = await createLanguagesWorld();
});
afterAll(() => world.close());

describe('the languages on offer', () => {
  it('are the five shipped ones at first, the default one in front, exactly as shipped; for everybody', async () => {
    const items = await world.choices();
    expect(items.map(({ langLocale }) => langLocale)).toEqual(['en', 'es', 'pt', 'fr', 'ar']);
    expect(items.map((one) => one.default)).toEqual([true, false, false, false, false]);
    expect(items.every(({ shipped, version }) => shipped && version === 0)).toBe(true);
    expect(await world.app.modules.languages.api.choices()).toEqual(items);
  });

  it('are shown in the editor with all their texts, and every key with its area and its English', async () => {
    const { body } = await world.get((await world.choice('es')).id);
    expect(body).toMatchObject({ langName: 'Español', dateLocale: 'es-UY', createdAt: expect.any(Number) });
    expect(body.keyValuePairs).toMatchObject({ message_rated_title: 'Tienes una nueva calificación' });
    const keys = (await world.call<{ items: { key: string }[] }>(routes.listTextKeys)).body.items;
    expect(keys.length).toBeGreaterThan(2000);
    expect(keys.find(({ key }) => key === 'receipt_doc_total')).toEqual({
      ...{ key: 'receipt_doc_total', area: 'server-receipts', english: 'Total' },
    });
    expect((await world.get(randomUUID())).code).toBe('not_found');
  });
});

describe('who may', () => {
  it('change languages: admins alone, and nobody reads the editor’s texts but they', async () => {
    const { id } = await world.choice('fr');
    const people = ['rider', 'driver', 'fleetadmin'] as const;
    for (const as of [...(await Promise.all(people.map((one) => world.signIn(one)))), null]) {
      const answers = await Promise.all([
        world.call(routes.listTextKeys, { as }),
        world.call(routes.getLanguage, { params: { id }, as }),
        world.call(routes.addLanguage, { body: { langName: 'X', langLocale: 'xx', dateLocale: 'xx' }, as }),
        world.call(routes.editLanguage, { params: { id }, body: { version: 0, langName: 'X' }, as }),
        world.call(routes.importLanguage, { params: { id }, body: { version: 0, keyValuePairs: {} }, as }),
        world.call(routes.deleteLanguage, { params: { id }, as }),
      ]);
      const code = as === null ? 'not_logged_in' : 'forbidden';
      expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 6 }, () => code));
    }
  });

  it('change nothing in demonstration mode', async () => {
    const before = await world.choices();
    const { id } = await world.choice('fr');
    await world.allowEdits(false);
    const answers = [
      await world.add('de'),
      await world.edit(id, { version: 0, default: true }),
      await world.replace(id, { version: 0, keyValuePairs: {} }),
      await world.remove(id),
    ];
    await world.allowEdits(true);
    expect(answers.map(({ code, status }) => [code, status])).toEqual(answers.map(() => ['demo_mode', 403]));
    expect(await world.choices()).toEqual(before);
  });
});

describe('a language that is added', () => {
  it('starts with a copy of the default language’s texts, counts in forms of its own, and is told to everybody', async () => {
    const told = await world.told();
    const english = await world.choice('en');
    await world.edit(english.id, {
      version: english.version,
      keyValuePairs: { message_rated_title: 'Stars!' },
    });
    const { status, body } = await world.add('PL', 'Polski', 'pl-pl');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ langLocale: 'pl', dateLocale: 'pl-PL', default: false, shipped: false },
      keyValuePairs: { message_rated_title: 'Stars!', receipt_doc_total: 'Total' },
    });
    expect(body.version).toBeGreaterThan(0);
    const forms = Object.keys(body.keyValuePairs).filter((key) => key.startsWith('alerts_open_'));
    expect(forms.toSorted()).toEqual(['few', 'many', 'one', 'other'].map((form) => `alerts_open_${form}`));
    expect(await world.told()).toBe(told + 2);
    expect((await world.choices()).at(-1)).toMatchObject({ langLocale: 'pl' });
    await world.remove(body.id);
  });

  it('has the shipped texts when Kerb ships it, as if nothing had been changed', async () => {
    const { id } = await world.choice('pt');
    await world.edit(id, { version: 0, keyValuePairs: { message_rated_title: 'Nota!' } });
    expect((await world.choice('pt')).version).toBeGreaterThan(0);
    expect((await world.remove(id)).status).toBe(204);
    const { body } = await world.add('pt', 'Português', 'pt-BR');
    expect(body).toMatchObject({ shipped: true, version: 0 });
    expect(body.keyValuePairs.message_rated_title).not.toBe('Nota!');
    expect((await world.texts('pt', 'server-messages')).body.texts).toEqual({});
  });

  it('has a locale and a name of its own, however they are written and however many add it at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => world.add(n % 2 ? 'de' : 'DE', `Deutsch ${n}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ code }) => code === 'name_taken')).toHaveLength(3);
    expect((await world.add('nl', 'ESPAÑOL')).code).toBe('name_taken');
    const german = await world.choice('de');
    expect((await world.edit(german.id, { version: german.version, langName: 'english' })).code).toBe(
      'name_taken',
    );
    await world.remove(german.id);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no name', { langName: '  ' }],
    ['a name too long', { langName: 'x'.repeat(61) }],
    ['a name that nobody sees', { langName: '\u200b' }],
    ['a name of two lines', { langName: 'A\nB' }],
    ['a name that turns round', { langName: '\u202eA' }],
    ['no locale', { langLocale: '' }],
    ['a locale that is none', { langLocale: 'en-x' }],
    ['a locale of letters that are none', { langLocale: '../..' }],
    ['a locale too long', { langLocale: 'en-abcdefgh-abcdefgh-abcdefgh-abcdefgh' }],
    ['a date locale that is none', { dateLocale: 'es-' }],
    ['a date locale too long as it is kept', { dateLocale: 'en-u-ca-islamicc-nu-latn-hc-h23-kk' }],
    ['a name that is a number', { langName: 7 }],
  ])('is refused with %s', async (_, change) => {
    const body = { langName: 'Refused', langLocale: 'sw', dateLocale: 'sw', ...change };
    expect(await world.call(routes.addLanguage, { body })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });
});

describe('the default language', () => {
  it('is one: making another the default flips both, and it cannot be deleted', async () => {
    const [english, french] = [await world.choice('en'), await world.choice('fr')];
    expect(await world.remove(english.id)).toMatchObject({ status: 409, code: 'default_language' });
    const { body } = await world.edit(french.id, { version: french.version, default: true });
    expect(body.default).toBe(true);
    expect((await world.choices()).map((one) => [one.langLocale, one.default]).slice(0, 2)).toEqual([
      ['fr', true],
      ['en', false],
    ]);
    expect((await world.remove(french.id)).code).toBe('default_language');
    await world.edit(english.id, { version: english.version, default: true });
    expect((await world.edit(english.id, { version: english.version, default: false })).code).toBe(
      'invalid_input',
    );
  });

  it('is one whoever makes another the default, or deletes it, at the same time', async () => {
    for (const wanted of [
      ['es', 'fr', 'ar'],
      ['fr', 'en', 'es'],
    ]) {
      const chosen = await Promise.all(wanted.map((locale) => world.choice(locale)));
      const made = await Promise.all(
        chosen.map(({ id, version }) => world.edit(id, { version, default: true })),
      );
      expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await world.choices()).filter((one) => one.default)).toHaveLength(1);
    }
    const { id } = (await world.add('it')).body;
    const version = (await world.choice('it')).version;
    const [flip, gone] = await Promise.all([world.edit(id, { version, default: true }), world.remove(id)]);
    expect([flip.status, gone.status]).toEqual(flip.status === 200 ? [200, 409] : [404, 204]);
    const english = await world.choice('en');
    await world.edit(english.id, { version: english.version, default: true });
    if (flip.status === 200) await world.remove(id);
    expect((await world.choices()).filter((one) => one.default)).toMatchObject([{ langLocale: 'en' }]);
  });

  it('is kept by the database itself', async () => {
    const { pool } = world.app.database;
    await expect(pool.query('update language set is_default = false')).rejects.toThrow(/one language/);
    await expect(pool.query('update language set is_default = true')).rejects.toThrow(
      /language_default_once/,
    );
    await expect(pool.query('delete from language where is_default')).rejects.toThrow(/one language/);
  });
});

describe('two admins at once', () => {
  it('do not undo each other: the later one is told, whatever they change', async () => {
    const { id, version } = await world.choice('ar');
    const change = { version, keyValuePairs: { report_doc_total: 'الكل' } };
    const answers = await Promise.all([
      world.edit(id, change),
      world.edit(id, { version, dateLocale: 'ar-UY' }),
      world.replace(id, { version, keyValuePairs: {} }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(2);
    const again = await world.edit(id, { ...change, version: (await world.choice('ar')).version });
    expect(again.body.keyValuePairs.report_doc_total).toBe('الكل');
    expect((await world.edit(randomUUID(), change)).code).toBe('not_found');
    expect((await world.replace(randomUUID(), { version, keyValuePairs: {} })).code).toBe('not_found');
    expect((await world.remove(randomUUID())).code).toBe('not_found');
  });

  it('never find an old version again: a language deleted and added starts with another one', async () => {
    const first = (await world.add('nb')).body;
    await world.remove(first.id);
    const second = (await world.add('nb')).body;
    expect(second.version).toBeGreaterThan(first.version);
    await world.remove(second.id);
  });

  it('never find an old version again where a backup was brought back meanwhile', async () => {
    const first = (await world.add('nb')).body;
    await world.remove(first.id);
    await world.app.database.asOwner.query(`select setval('language_version', 1)`);
    const second = (await world.add('nb')).body;
    expect(second.version).toBeGreaterThan(first.version);
    await world.remove(second.id);
  });
});

describe('the number of languages', () => {
  it('has an end', async () => {
    const { pool } = world.app.database;
    await pool.query(
      `insert into language (id, lang_name, lang_locale, date_locale, created_at, updated_at)
       select gen_random_uuid(), 'L' || n, 'x' || chr(97 + n / 26) || chr(97 + n % 26), 'en', 0, 0
       from generate_series(1, 100 - (select count(*)::int from language)) as n`,
    );
    expect(await world.add('sv')).toMatchObject({ status: 409, code: 'conflict' });
    await pool.query("delete from language where lang_locale like 'x__'");
  });
});

// Tests of the languages over HTTP: permissions, exactly one default, no lost updates, and the operator's texts over
// the shipped ones.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLanguagesEnvironment, type LanguagesEnvironment } from './testing/languages-environment.ts';

let environment: LanguagesEnvironment;
beforeAll(async () => {
  environment = await createLanguagesEnvironment();
});
afterAll(() => environment.close());

describe('the languages on offer', () => {
  it('are at first the five shipped ones, unchanged, with the default first, for every visitor', async () => {
    const items = await environment.choices();
    expect(items.map(({ langLocale }) => langLocale)).toEqual(['en', 'es', 'pt', 'fr', 'ar']);
    expect(items.map((one) => one.default)).toEqual([true, false, false, false, false]);
    expect(items.every(({ shipped, version }) => shipped && version === 0)).toBe(true);
    expect(await environment.app.modules.languages.api.choices()).toEqual(items);
  });

  it('are shown in the editor with all their texts, and each key with its area and its English text', async () => {
    const { body } = await environment.get((await environment.choice('es')).id);
    expect(body).toMatchObject({ langName: 'Español', dateLocale: 'es-UY', createdAt: expect.any(Number) });
    expect(body.keyValuePairs).toMatchObject({ message_rated_title: 'Tienes una nueva calificación' });
    const keys = (await environment.call<{ items: { key: string }[] }>(routes.listTextKeys)).body.items;
    expect(keys.length).toBeGreaterThan(2000);
    expect(keys.find(({ key }) => key === 'receipt_doc_total')).toEqual({
      key: 'receipt_doc_total',
      area: 'server-receipts',
      english: 'Total',
    });
    expect((await environment.get(randomUUID())).code).toBe('not_found');
  });
});

describe('who may', () => {
  it('are limited to admins, also for reading the texts in the editor', async () => {
    const { id } = await environment.choice('fr');
    const people = ['rider', 'driver', 'fleetadmin'] as const;
    for (const as of [...(await Promise.all(people.map((one) => environment.signIn(one)))), null]) {
      const answers = await Promise.all([
        environment.call(routes.listTextKeys, { as }),
        environment.call(routes.countMissingTexts, { as }),
        environment.call(routes.getLanguage, { params: { id }, as }),
        environment.call(routes.addLanguage, {
          body: { langName: 'X', langLocale: 'xx', dateLocale: 'xx' },
          as,
        }),
        environment.call(routes.editLanguage, { params: { id }, body: { version: 0, langName: 'X' }, as }),
        environment.call(routes.importLanguage, {
          params: { id },
          body: { version: 0, keyValuePairs: {} },
          as,
        }),
        environment.call(routes.deleteLanguage, { params: { id }, as }),
      ]);
      const code = as === null ? 'not_logged_in' : 'forbidden';
      expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 7 }, () => code));
    }
  });

  it('are rejected in demonstration mode', async () => {
    const before = await environment.choices();
    const { id } = await environment.choice('fr');
    await environment.allowEdits(false);
    const answers = [
      await environment.add('de'),
      await environment.edit(id, { version: 0, default: true }),
      await environment.replace(id, { version: 0, keyValuePairs: {} }),
      await environment.remove(id),
    ];
    await environment.allowEdits(true);
    expect(answers.map(({ code, status }) => [code, status])).toEqual(answers.map(() => ['demo_mode', 403]));
    expect(await environment.choices()).toEqual(before);
  });
});

describe('a language that is added', () => {
  it('starts with a copy of the default language’s texts, has its own plural forms, and is published to all clients', async () => {
    const published = await environment.changesPublished();
    const english = await environment.choice('en');
    await environment.edit(english.id, {
      version: english.version,
      keyValuePairs: { message_rated_title: 'Stars!' },
    });
    const { status, body } = await environment.add('PL', 'Polski', 'pl-pl');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      langLocale: 'pl',
      dateLocale: 'pl-PL',
      default: false,
      shipped: false,
      keyValuePairs: { message_rated_title: 'Stars!', receipt_doc_total: 'Total' },
    });
    expect(body.version).toBeGreaterThan(0);
    const forms = Object.keys(body.keyValuePairs).filter((key) => key.startsWith('fare_reviews_waiting_'));
    expect(forms.toSorted()).toEqual(
      ['few', 'many', 'one', 'other'].map((form) => `fare_reviews_waiting_${form}`),
    );
    expect(await environment.changesPublished()).toBe(published + 2);
    expect((await environment.choices()).at(-1)).toMatchObject({ langLocale: 'pl' });
    await environment.remove(body.id);
  });

  it('counts texts that are still those of the default language as not translated', async () => {
    const missingIn = async (id: string) => {
      const { body } = await environment.call<{ items: { id: string; missing: number }[] }>(
        routes.countMissingTexts,
      );
      return body.items.find((one) => one.id === id)?.missing;
    };
    expect(await missingIn((await environment.choice('es')).id)).toBe(0);
    const { body: added } = await environment.add('CS', 'Čeština', 'cs-cz');
    const before = (await missingIn(added.id)) ?? 0;
    expect(before).toBeGreaterThan(2000);
    await environment.edit(added.id, {
      version: added.version,
      keyValuePairs: { receipt_doc_total: 'Celkem' },
    });
    expect(await missingIn(added.id)).toBe(before - 1);
    await environment.remove(added.id);
  });

  it('has the shipped texts, without earlier changes, when it is a shipped language', async () => {
    const { id } = await environment.choice('pt');
    await environment.edit(id, { version: 0, keyValuePairs: { message_rated_title: 'Nota!' } });
    expect((await environment.choice('pt')).version).toBeGreaterThan(0);
    expect((await environment.remove(id)).status).toBe(204);
    const { body } = await environment.add('pt', 'Português', 'pt-BR');
    expect(body).toMatchObject({ shipped: true, version: 0 });
    expect(body.keyValuePairs.message_rated_title).not.toBe('Nota!');
    expect((await environment.texts('pt', 'server-messages')).body.texts).toEqual({});
  });

  it('has a unique locale and name in any letter case, also when added concurrently', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => environment.add(n % 2 ? 'de' : 'DE', `Deutsch ${n}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ code }) => code === 'name_taken')).toHaveLength(3);
    expect((await environment.add('nl', 'ESPAÑOL')).code).toBe('name_taken');
    const german = await environment.choice('de');
    expect((await environment.edit(german.id, { version: german.version, langName: 'english' })).code).toBe(
      'name_taken',
    );
    await environment.remove(german.id);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no name', { langName: '  ' }],
    ['a name too long', { langName: 'x'.repeat(61) }],
    ['an invisible name', { langName: '\u200b' }],
    ['a name of two lines', { langName: 'A\nB' }],
    ['a name that turns round', { langName: '\u202eA' }],
    ['no locale', { langLocale: '' }],
    ['an invalid locale', { langLocale: 'en-x' }],
    ['a locale of letters that are none', { langLocale: '../..' }],
    ['a locale too long', { langLocale: 'en-abcdefgh-abcdefgh-abcdefgh-abcdefgh' }],
    ['an invalid date locale', { dateLocale: 'es-' }],
    ['a date locale too long once normalised', { dateLocale: 'en-u-ca-islamicc-nu-latn-hc-h23-kk' }],
    ['a name that is a number', { langName: 7 }],
  ])('is refused with %s', async (_, change) => {
    const body = { langName: 'Refused', langLocale: 'sw', dateLocale: 'sw', ...change };
    expect(await environment.call(routes.addLanguage, { body })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  });
});

describe('the default language', () => {
  it('is replaced when another becomes the default, and cannot be deleted', async () => {
    const english = await environment.choice('en');
    const french = await environment.choice('fr');
    expect(await environment.remove(english.id)).toMatchObject({ status: 409, code: 'default_language' });
    const { body } = await environment.edit(french.id, { version: french.version, default: true });
    expect(body.default).toBe(true);
    expect((await environment.choices()).map((one) => [one.langLocale, one.default]).slice(0, 2)).toEqual([
      ['fr', true],
      ['en', false],
    ]);
    expect((await environment.remove(french.id)).code).toBe('default_language');
    await environment.edit(english.id, { version: english.version, default: true });
    expect((await environment.edit(english.id, { version: english.version, default: false })).code).toBe(
      'invalid_input',
    );
  });

  it('is exactly one language after concurrent changes of the default and deletions', async () => {
    for (const wanted of [
      ['es', 'fr', 'ar'],
      ['fr', 'en', 'es'],
    ]) {
      const chosen = await Promise.all(wanted.map((locale) => environment.choice(locale)));
      const made = await Promise.all(
        chosen.map(({ id, version }) => environment.edit(id, { version, default: true })),
      );
      expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await environment.choices()).filter((one) => one.default)).toHaveLength(1);
    }
    const { id } = (await environment.add('it')).body;
    const version = (await environment.choice('it')).version;
    const [flip, gone] = await Promise.all([
      environment.edit(id, { version, default: true }),
      environment.remove(id),
    ]);
    expect([flip.status, gone.status]).toEqual(flip.status === 200 ? [200, 409] : [404, 204]);
    const english = await environment.choice('en');
    await environment.edit(english.id, { version: english.version, default: true });
    if (flip.status === 200) await environment.remove(id);
    expect((await environment.choices()).filter((one) => one.default)).toMatchObject([{ langLocale: 'en' }]);
  });

  it('is enforced as exactly one by database constraints', async () => {
    const { pool } = environment.app.database;
    await expect(pool.query('update languages set is_default = false')).rejects.toThrow(/one language/);
    await expect(pool.query('update languages set is_default = true')).rejects.toThrow(
      /language_default_once/,
    );
    await expect(pool.query('delete from languages where is_default')).rejects.toThrow(/one language/);
  });
});

describe('two admins at once', () => {
  it('do not overwrite each other: the later edit gets conflict, for any fields', async () => {
    const { id, version } = await environment.choice('ar');
    const change = { version, keyValuePairs: { report_doc_total: 'الكل' } };
    const answers = await Promise.all([
      environment.edit(id, change),
      environment.edit(id, { version, dateLocale: 'ar-UY' }),
      environment.replace(id, { version, keyValuePairs: {} }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(2);
    const again = await environment.edit(id, {
      ...change,
      version: (await environment.choice('ar')).version,
    });
    expect(again.body.keyValuePairs.report_doc_total).toBe('الكل');
    expect((await environment.edit(randomUUID(), change)).code).toBe('not_found');
    expect((await environment.replace(randomUUID(), { version, keyValuePairs: {} })).code).toBe('not_found');
    expect((await environment.remove(randomUUID())).code).toBe('not_found');
  });

  it('get a higher version when a language is deleted and added again', async () => {
    const first = (await environment.add('nb')).body;
    await environment.remove(first.id);
    const second = (await environment.add('nb')).body;
    expect(second.version).toBeGreaterThan(first.version);
    await environment.remove(second.id);
  });

  it('get a higher version also after a backup was restored', async () => {
    const first = (await environment.add('nb')).body;
    await environment.remove(first.id);
    await environment.app.database.asOwner.query(`select setval('language_version', 1)`);
    const second = (await environment.add('nb')).body;
    expect(second.version).toBeGreaterThan(first.version);
    await environment.remove(second.id);
  });
});

describe('the number of languages', () => {
  it('has an end', async () => {
    const { pool } = environment.app.database;
    await pool.query(
      `insert into languages (id, lang_name, lang_locale, date_locale, created_at, updated_at)
       select gen_random_uuid(), 'L' || n, 'x' || chr(97 + n / 26) || chr(97 + n % 26), 'en', 0, 0
       from generate_series(1, 100 - (select count(*)::int from languages)) as n`,
    );
    expect(await environment.add('sv')).toMatchObject({ status: 409, code: 'conflict' });
    await pool.query("delete from languages where lang_locale like 'x__'");
  });
});

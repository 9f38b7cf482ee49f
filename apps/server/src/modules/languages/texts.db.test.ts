// Tests of the texts of a language: validation, import of files, responses to the app, and the server's own texts.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLanguagesEnvironment, type LanguagesEnvironment } from './testing/languages-environment.ts';

let environment: LanguagesEnvironment;
beforeAll(async () => {
  environment = await createLanguagesEnvironment();
});
afterAll(() => environment.close());

const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Sets texts of a language at its current version. */
async function set(locale: string, keyValuePairs: unknown) {
  const { id, version } = await environment.choice(locale);
  return environment.edit(id, { version, keyValuePairs });
}
/** Imports the translation map into a language. */
async function bring(locale: string, keyValuePairs: unknown) {
  const { id, version } = await environment.choice(locale);
  return environment.replace(id, { version, keyValuePairs });
}
const stored = async (locale: string): Promise<Record<string, string>> => {
  const query = 'select key_value_pairs as pairs from languages where lang_locale = $1';
  return (await environment.app.database.pool.query(query, [locale])).rows[0].pairs;
};

describe('texts that are set', () => {
  it('override the shipped ones, and are reset by null, a blank or the shipped text', async () => {
    const shipped = 'Tienes una nueva calificación';
    for (const back of [null, '  ', shipped]) {
      const changed = await set('es', { message_rated_title: '¡Estrellas! ⭐', report_doc_total: 'Suma' });
      expect(changed.body.keyValuePairs).toMatchObject({ message_rated_title: '¡Estrellas! ⭐' });
      expect(await stored('es')).toEqual({ message_rated_title: '¡Estrellas! ⭐', report_doc_total: 'Suma' });
      const { body } = await set('es', { message_rated_title: back, report_doc_total: null });
      expect(body.keyValuePairs).toMatchObject({ message_rated_title: shipped, report_doc_total: 'Total' });
      expect(await stored('es')).toEqual({});
    }
  });

  it('may contain markup, emoji, right-to-left text and line breaks, all stored as plain text', async () => {
    const texts = {
      report_doc_total: '<b onclick="alert(1)">Σ</b> & <script>',
      report_doc_month: '👩🏽‍🚀 \u2067شهر\u2069',
      report_doc_empty: 'one\ntwo',
      report_doc_page: '{{pages}} / {{ page }}',
    };
    const { status, body } = await set('fr', texts);
    expect([status, body.keyValuePairs]).toEqual([200, expect.objectContaining(texts)]);
    expect((await environment.texts('fr', 'server-reports')).body.texts).toEqual(texts);
    await bring('fr', {});
  });

  it('must have the variables of the English text; a plural form may leave the count out', async () => {
    expect(
      (await set('es', { fare_reviews_waiting_one: 'una alerta', report_doc_page: '{{page}}/{{pages}}' }))
        .status,
    ).toBe(200);
    const refused = await set('es', {
      report_doc_page: 'Página {{page}}',
      report_doc_total: 'Total {{sum}}',
      report_doc_month: 'Mes',
      message_sign_in_code: '{{appName}}',
    });
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_input',
      paths: ['report_doc_page', 'report_doc_total', 'message_sign_in_code'].map(
        (key) => `keyValuePairs.${key}`,
      ),
    });
    expect(await stored('es')).toEqual({
      fare_reviews_waiting_one: 'una alerta',
      report_doc_page: '{{page}}/{{pages}}',
    });
    await bring('es', {});
  });

  it.each([
    '{{page}} {{',
    '{{page}} }}',
    '{{}}',
    '{{page.first}}',
    '{{- page}}',
    '{{page, number}}',
    '{{{page}}}',
    '$t(app_name)',
  ])('hold nothing that the apps would resolve in another way: %s', async (text) => {
    const refused = await set('es', { report_doc_page: `{{page}}/{{pages}} ${text}` });
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_input',
      paths: ['keyValuePairs.report_doc_page'],
    });
    expect(
      (await set('es', { report_doc_page: `{${text.length}} {{page}}/{{ pages }} $1 {a}` })).status,
    ).toBe(200);
    await bring('es', {});
  });

  it.each<[string, unknown]>([
    ['a control character', { report_doc_total: 'a\u0007b' }],
    ['a line separator', { report_doc_total: 'a\u2028b' }],
    ['half a letter', { report_doc_total: 'a\ud83d' }],
    ['a NUL', { report_doc_total: 'a\0b' }],
    ['a key of control characters', { 'a\u0007b': 'x' }],
    ['a key too long', { ['k'.repeat(121)]: 'x' }],
    ['a text too long', { report_doc_total: 'x'.repeat(4001) }],
    ['a number', { report_doc_total: 7 }],
    ['an object', { report_doc_total: { a: { b: 'c' } } }],
    ['a list', ['Total']],
    ['a text alone', 'Total'],
  ])('are refused as a whole with %s', async (_, keyValuePairs) => {
    const before = await stored('fr');
    expect(await bring('fr', keyValuePairs)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await set('fr', keyValuePairs)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await stored('fr')).toEqual(before);
  });

  it('are listed in the error when rejected, at most fifty', async () => {
    const keys = (await environment.call<{ items: { key: string }[] }>(routes.listTextKeys)).body.items;
    const all = Object.fromEntries(keys.map(({ key }) => [key, '{{unknown}}']));
    expect((await bring('fr', all)).paths).toHaveLength(50);
    expect((await bring('fr', Object.fromEntries(keys.map(({ key }) => [key, 7])))).paths).toHaveLength(50);
  });

  it('are stored for unknown keys, which are not used', async () => {
    const strange = { 'old.key': 'Old {{thing}}', constructor: 'C', toString: 'T', hasOwnProperty: 'H' };
    const { status, body } = await bring('fr', strange);
    expect([status, body.keyValuePairs]).toEqual([200, expect.objectContaining(strange)]);
    expect(await stored('fr')).toEqual(strange);
    expect((await environment.texts('fr', 'core')).body.texts).toEqual({});
    expect((await set('fr', { 'old.key': null })).body.keyValuePairs).not.toHaveProperty(['old.key']);
    await bring('fr', {});
  });
});

describe('a file', () => {
  const put = (id: string, body: string) => environment.call(routes.importLanguage, { params: { id }, body });

  it('replaces all texts of the language', async () => {
    await set('es', { report_doc_total: 'Suma' });
    const { body } = await bring('es', { report_doc_month: 'El mes' });
    expect(body.keyValuePairs).toMatchObject({ report_doc_month: 'El mes', report_doc_total: 'Total' });
    expect(await stored('es')).toEqual({ report_doc_month: 'El mes' });
    await bring('es', {});
  });

  it('with every text of the product is accepted above the usual limit of body size', async () => {
    const added = (await environment.add('eo', 'Esperanto')).body;
    const all = added.keyValuePairs;
    const large = {
      ...all,
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`old_${n}`, 'é'.repeat(900)])),
    };
    const size = Buffer.byteLength(JSON.stringify(large));
    expect(size).toBeGreaterThan(400_000);
    const { status, body } = await bring('eo', large);
    expect([status, body.keyValuePairs]).toEqual([200, large]);
    await environment.remove(added.id);
  });

  it('of five megabytes is rejected, and so are texts that exceed the limit in several edits', async () => {
    const { id, version } = await environment.choice('fr');
    const body = JSON.stringify({ version, keyValuePairs: { a: 'x'.repeat(5_000_000) } });
    expect(await put(id, body)).toMatchObject({ status: 413, code: 'payload_too_large' });
    const other = { body, params: { id } };
    expect(await environment.call(routes.editLanguage, other)).toMatchObject({ code: 'payload_too_large' });
    let last = { status: 200, code: undefined as string | undefined };
    for (let piece = 0; piece < 12 && last.status === 200; piece += 1)
      last = await set(
        'fr',
        Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${piece}_${n}`, 'x'.repeat(3900)])),
      );
    expect(last).toMatchObject({ status: 400, code: 'invalid_input' });
    await bring('fr', {});
  });

  it('that is invalid JSON is rejected, and a __proto__ key is ignored', async () => {
    const { id, version } = await environment.choice('fr');
    for (const text of ['{', 'not json', '', '[]', 'null', '"x"', '{"version":0}', '{"keyValuePairs":{}}'])
      expect((await put(id, text)).code).toBe('invalid_input');
    const deep = `{"version":${version},"keyValuePairs":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    expect((await put(id, deep)).code).toBe('invalid_input');
    expect(await environment.choice('fr')).toMatchObject({ version });
    const hidden = `{"version":${version},"keyValuePairs":{"__proto__":"x","report_doc_total":"Somme"}}`;
    expect((await put(id, hidden)).status).toBe(200);
    expect(await stored('fr')).toEqual({ report_doc_total: 'Somme' });
    await bring('fr', {});
  });
});

describe('a text bundle of the app', () => {
  it('of a shipped language has the changed texts of the area, immutable for a version', async () => {
    const { body } = await set('es', { report_doc_total: 'Suma', message_new_message: 'Mensaje' });
    const loaded = await environment.texts('es', 'server-reports', `?version=${body.version}`);
    expect(loaded.body).toEqual({ version: body.version, texts: { report_doc_total: 'Suma' } });
    expect(loaded.headers['cache-control']).toBe(FOR_GOOD);
    for (const query of ['', `?version=${body.version - 1}`, `?version=${body.version + 1}`])
      expect((await environment.texts('ES', 'server-reports', query)).headers['cache-control']).not.toBe(
        FOR_GOOD,
      );
    await bring('es', {});
  });

  it('of an added language has every text of the area, else the default language’s or the English text', async () => {
    const { id } = (await environment.add('ja', '日本語')).body;
    await bring('ja', { report_doc_total: '合計' });
    await set('es', { report_doc_month: 'El mes' });
    const spanish = await environment.choice('es');
    await environment.edit(spanish.id, { version: spanish.version, default: true });
    const { version } = await environment.choice('ja');
    const { body, headers } = await environment.texts('ja', 'server-reports', `?version=${version}`);
    expect(body.texts).toMatchObject({
      report_doc_total: '合計',
      report_doc_month: 'El mes',
      report_doc_date: 'Fecha',
    });
    expect(Object.keys(body.texts)).toHaveLength(
      Object.keys((await environment.texts('ja', 'server-reports')).body.texts).length,
    );
    // A change of the default language's texts does not change the version of this language.
    expect(headers['cache-control']).not.toBe(FOR_GOOD);
    const english = await environment.choice('en');
    await environment.edit(english.id, { version: english.version, default: true });
    expect((await environment.texts('ja', 'server-reports')).body.texts.report_doc_date).toBe('Date');
    await environment.remove(id);
    await bring('es', {});
  });

  it('is rejected for a language or an area that does not exist', async () => {
    for (const [locale, area] of [
      ['tlh', 'core'],
      ['en', 'no-such-area'],
      ['en', '__proto__'],
      ['e', 'core'],
    ] as const) {
      const { status } = await environment.texts(locale, area);
      expect([400, 404]).toContain(status);
    }
  });
});

describe('a text sent by the server', () => {
  const said = async (langLocale: string | null, acceptLanguage?: string) => {
    const { text, ...reader } = await environment.app.modules.languages.api.textsFor(
      langLocale === null ? null : { langLocale },
      acceptLanguage,
    );
    return {
      ...reader,
      total: text('report_doc_total'),
      page: text('report_doc_page', { page: '{{pages}}', pages: '$&' }),
    };
  };

  it('is in the user’s language with the operator’s changes; values are inserted literally', async () => {
    await set('ar', { report_doc_total: 'الكل' });
    expect(await said('ar-EG')).toMatchObject({ langLocale: 'ar', direction: 'rtl', total: 'الكل' });
    expect(await said('ES')).toMatchObject({
      dateLocale: 'es-UY',
      direction: 'ltr',
      page: 'Página {{pages}} de $&',
    });
    await bring('ar', {});
    expect(await said('ar')).toMatchObject({ total: 'المجموع' });
  });

  it('is in the browser’s language for an unknown caller, else in the default language', async () => {
    expect(await said(null, 'tlh, pt-PT;q=0.9, en;q=0.1')).toMatchObject({ langLocale: 'pt' });
    expect(await said('fr', 'pt')).toMatchObject({ langLocale: 'fr' });
    for (const [locale, accepted] of [
      ['tlh', ''],
      [null, undefined],
      ['', '*'],
      ['__proto__', ',;q=1'],
    ] as const)
      expect(await said(locale, accepted)).toMatchObject({ langLocale: 'en', total: 'Total' });
  });

  it('is in an added language, with a fallback per text, and in the default one after its deletion', async () => {
    const { id } = (await environment.add('he', 'עברית')).body;
    await bring('he', { report_doc_total: 'סך הכול' });
    expect(await said('he')).toMatchObject({
      direction: 'rtl',
      total: 'סך הכול',
      page: 'Page {{pages}} of $&',
    });
    await environment.remove(id);
    expect(await said('he')).toMatchObject({ langLocale: 'en', total: 'Total' });
  });

  it('is a sign-in code in the language of the number’s owner, else of the browser', async () => {
    const codeFor = async (mobile: string, acceptLanguage: string): Promise<string | undefined> => {
      const headers = { 'accept-language': acceptLanguage };
      expect((await environment.call(routes.sendOtp, { as: null, body: { mobile }, headers })).status).toBe(
        201,
      );
      const query = `?mobile=${encodeURIComponent(mobile)}`;
      const { body } = await environment.call<{ items: { body: string }[] }>(routes.devInbox, {
        as: null,
        query,
      });
      return body.items[0]?.body;
    };
    expect(await codeFor('+59894200001', 'es-MX,en;q=0.5')).toMatch(/^\d{6} es tu código de Kerb\./);
    expect(await codeFor('+59894200002', 'tlh')).toMatch(/^\d{6} is your Kerb code\./);
    await environment.signIn('rider', { mobile: '+59894200003', lang: 'ar' });
    expect(await codeFor('+59894200003', 'es')).toMatch(/^\d{6} هو رمزك/);
  });

  it('changes on every server after the event is published', async () => {
    const { pool } = environment.app.database;
    expect(await said('fr')).toMatchObject({ total: 'Total' });
    await pool.query(
      `update languages set key_value_pairs = '{"report_doc_total":"Somme"}' where lang_locale = 'fr'`,
    );
    expect(await said('fr')).toMatchObject({ total: 'Total' });
    await pool.query(
      `insert into outbox_events (name, topics, data) values ('catalog.changed', array['catalog'], '{"what":"languages"}')`,
    );
    await vi.waitFor(async () => expect(await said('fr')).toMatchObject({ total: 'Somme' }), 10_000);
  });
});

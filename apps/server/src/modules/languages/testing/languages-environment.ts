// Test environment of languages: the whole server with signed-in users of each type.
import type { LanguageChoice, LanguageView, RouteDefinition } from '@kerb/contract';
import { routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { createTestApp } from '../../../kit/testing/test-app.ts';

export interface LanguageAnswer<Body> {
  status: number;
  body: Body;
  /** Error code of the response; undefined for a success. */
  code: string | undefined;
  /** Paths of the fields with errors. */
  paths: string[];
  headers: Record<string, unknown>;
}

export async function createLanguagesEnvironment() {
  const app = await createTestApp();
  const { identity, settings, withTx } = app.modules;
  let numbers = 0;

  /** Signs in a user of the type; returns the token. */
  async function signIn(usertype: Usertype, given: { mobile?: string; lang?: string } = {}): Promise<string> {
    numbers += 1;
    const { mobile = `+5989440${String(1000 + numbers)}`, lang } = given;
    const session = await withTx(async (tx) => {
      const { uid } = await identity.api.createUser(tx, { usertype, mobile });
      return { uid, ...(await identity.api.openSession(tx, uid)) };
    });
    if (lang !== undefined)
      await app.database.pool.query('update users set lang_locale = $2, date_locale = $2 where uid = $1', [
        session.uid,
        lang,
      ]);
    return session.token;
  }
  const admin = await signIn('admin');

  interface Call {
    params?: Record<string, string>;
    query?: string;
    /** Sent as JSON, or as text when it is a string. */
    body?: unknown;
    /** Token of the caller; an admin's by default. */
    as?: string | null;
    headers?: Record<string, string>;
  }

  async function call<Body = Record<string, unknown>>(
    { method, path }: RouteDefinition,
    { params = {}, query = '', body, as = admin, headers = {} }: Call = {},
  ): Promise<LanguageAnswer<Body>> {
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await app.server.inject({
      method,
      url: `/api/v1${filled}${query}`,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = response.body === '' ? {} : response.json();
    const errors: { path: string }[] = answer.errors ?? [];
    return {
      status: response.statusCode,
      body: answer,
      code: answer.code,
      headers: response.headers,
      paths: errors.map(({ path: at }) => at),
    };
  }

  const choices = async (): Promise<LanguageChoice[]> =>
    (await call<{ items: LanguageChoice[] }>(routes.listLanguages, { as: null })).body.items;
  async function choice(langLocale: string): Promise<LanguageChoice> {
    const found = (await choices()).find((one) => one.langLocale === langLocale);
    if (!found) throw new Error(`${langLocale} is not on offer`);
    return found;
  }

  return {
    app,
    admin,
    signIn,
    call,
    choices,
    choice,
    add: (langLocale: string, langName = langLocale, dateLocale = langLocale) =>
      call<LanguageView>(routes.addLanguage, { body: { langName, langLocale, dateLocale } }),
    edit: (id: string, body: unknown) => call<LanguageView>(routes.editLanguage, { params: { id }, body }),
    replace: (id: string, body: unknown) =>
      call<LanguageView>(routes.importLanguage, { params: { id }, body }),
    remove: (id: string) => call(routes.deleteLanguage, { params: { id } }),
    get: (id: string) => call<LanguageView>(routes.getLanguage, { params: { id } }),
    texts: (locale: string, area: string, query = '') =>
      call<{ version: number; texts: Record<string, string> }>(routes.getLanguageTexts, {
        params: { locale, area },
        query,
        as: null,
      }),
    async allowEdits(AllowCriticalEditsAdmin: boolean): Promise<void> {
      await withTx((tx) => settings.api.edit(tx, { AllowCriticalEditsAdmin }));
      settings.refresh();
    },
    /** Number of published changes of the languages. */
    async changesPublished(): Promise<number> {
      const { rows } = await app.database.pool.query(
        `select count(*)::int as times from outbox_events
         where name = 'catalog.changed' and topics = array['catalog'] and data = '{"what":"languages"}'`,
      );
      return rows[0].times;
    },
    close: () => app.close(),
  };
}

export type LanguagesEnvironment = Awaited<ReturnType<typeof createLanguagesEnvironment>>;

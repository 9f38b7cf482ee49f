// Imports invalid and unusual texts into languages. Each file must be rejected with a reason, or the texts that the
// apps read must be complete: every key, every variable, and no syntax that the app would resolve.
import { type KeyValuePairs, neededKeys, variablesOf, wrongVariables } from '@kerb/texts';
import type { FastifyInstance } from 'fastify';
import i18next from 'i18next';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { seededDraw } from './change-input.ts';
import { fewestChanges } from './fewest-changes.ts';
import type { Fuzzed } from './fuzz-routes.ts';
import { type FuzzAnswer, faultOf, type TakeFailures } from './judge-answer.ts';
import { brokenFiles, drawTexts, fileOf, type TextChange } from './odd-texts.ts';

const SEED = 20_260_314;
/** A shipped language, and one that is not shipped and has plural forms that English lacks. */
const locales = ['es', 'pl'] as const;

/** A language over HTTP; a planted fault replaces it. */
export interface LanguageSubject {
  readonly locale: string;
  replace(file: string): Promise<FuzzAnswer>;
  version(): Promise<number>;
  /** The texts that the editor and the apps read. */
  read(): Promise<KeyValuePairs>;
}

export interface LanguageRound {
  readonly subjects: readonly LanguageSubject[];
  readonly english: KeyValuePairs;
  readonly takeFailures: TakeFailures;
  /** Number of files for each language. */
  readonly files: number;
  /** Whether files that are not translation maps are included. */
  readonly withBroken: boolean;
  /** Stops after this number of violations. */
  readonly most: number;
}

export async function openLanguages(
  server: Pick<FastifyInstance, 'inject'>,
  environment: AccessEnvironment,
): Promise<Pick<LanguageRound, 'subjects' | 'english'>> {
  const admin: Caller = await environment.person('admin');
  let sent = 0;
  async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: string): Promise<FuzzAnswer> {
    sent += 1;
    const response = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...admin.headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      remoteAddress: `10.98.${(sent >> 8) & 255}.${sent & 255}`,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, text: response.body };
  }
  const offered = async (): Promise<{ id: string; langLocale: string; version: number }[]> =>
    JSON.parse((await call('GET', '/languages')).text).items;
  const language = { langName: 'Polski', langLocale: 'pl', dateLocale: 'pl' };
  await call('POST', '/languages', JSON.stringify(language));
  const keys: { items: { key: string; english: string }[] } = JSON.parse(
    (await call('GET', '/languages/keys')).text,
  );
  const choices = await offered();
  const subjects = locales.map((locale): LanguageSubject => {
    const id = choices.find(({ langLocale }) => langLocale === locale)?.id ?? '';
    return {
      locale,
      replace: (file) => call('PUT', `/languages/${id}/keyValuePairs`, file),
      version: async () => (await offered()).find((one) => one.id === id)?.version ?? -1,
      async read() {
        const { status, text } = await call('GET', `/languages/${id}`);
        if (status !== 200) throw new Error(`the language ${locale} cannot be read: ${status} ${text}`);
        return JSON.parse(text).keyValuePairs;
      },
    };
  });
  return { subjects, english: Object.fromEntries(keys.items.map(({ key, english }) => [key, english])) };
}

/** Renders texts like the app, with a value for each variable of the product. */
async function renderer(locale: string, texts: KeyValuePairs, keys: readonly string[]) {
  const shown = Object.fromEntries(Object.entries(texts).filter(([key]) => keys.includes(key)));
  const app = i18next.createInstance();
  await app.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation: shown } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    // Its own warnings are not needed here.
    debug: false,
  });
  return (key: string, english: string): string =>
    app.t(key, Object.fromEntries(variablesOf(english).map((name) => [name, `<${name}>`])));
}

/** The violation in a language's texts; null without one. */
async function faultOfTexts(
  locale: string,
  texts: KeyValuePairs,
  english: KeyValuePairs,
  changes: readonly TextChange[],
): Promise<string | null> {
  if (Object.keys(Object.prototype).length > 0 || 'isAdmin' in {})
    return 'the prototype of objects was changed';
  const changed = new Set(changes.map(({ key }) => key));
  const needed = neededKeys(locale, english).filter(({ key }) => changed.has(key));
  const render = await renderer(
    locale,
    texts,
    needed.map(({ key }) => key),
  );
  for (const one of needed) {
    const text = texts[one.key];
    // Only a language that is not shipped may lack a text, for which another language's text is used.
    if (text === undefined && locale === 'es') return `${one.key} has no text`;
    if (typeof text !== 'string') continue;
    const { missing, unknown } = wrongVariables(text, one, english);
    if (missing.length + unknown.length > 0)
      return `${one.key} does not have the variables of ${one.english}`;
    const shown = render(one.key, one.english);
    const lost = variablesOf(text).find((name) => !shown.includes(`<${name}>`));
    if (lost !== undefined) return `${one.key} does not show ${lost}: ${shown.slice(0, 80)}`;
    if (/\{\{|\}\}/.test(shown)) return `${one.key} shows a placeholder: ${shown.slice(0, 80)}`;
    if (text.includes('$t(') && !shown.includes('$t('))
      return `${one.key} shows another text: ${shown.slice(0, 80)}`;
  }
  return null;
}

async function faultOfFile(
  { takeFailures, english }: LanguageRound,
  subject: LanguageSubject,
  file: (version: number) => string,
  changes: readonly TextChange[],
): Promise<string | null> {
  const version = await subject.version();
  const answered: FuzzAnswer[] = [];
  const fault = await faultOf(async () => {
    const answer = await subject.replace(file(version));
    answered.push(answer);
    return answer;
  }, takeFailures);
  if (fault !== null) return fault;
  if ((answered[0]?.status ?? 0) < 300)
    return faultOfTexts(subject.locale, await subject.read(), english, changes);
  const isChanged = (await subject.version()) !== version;
  return isChanged ? 'a file that was refused changed the language' : null;
}

const described = ({ key, text }: TextChange): string =>
  `${JSON.stringify(key).slice(0, 60)} = ${(JSON.stringify(text) ?? '').slice(0, 100)}`;

export async function fuzzLanguages(round: LanguageRound): Promise<Fuzzed> {
  const out: Fuzzed = { tried: 0, violations: [] };
  const draw = seededDraw(SEED);
  const seen = new Set<string>();
  function report(subject: LanguageSubject, what: string, fault: string): void {
    const key = fault.replaceAll(/\w+_\w+/g, '');
    if (seen.has(key)) return;
    seen.add(key);
    out.violations.push(`texts of ${subject.locale}, ${what}: ${fault}`);
  }

  for (const subject of round.subjects) {
    for (const [index, file] of (round.withBroken ? brokenFiles : []).entries()) {
      const fault = await faultOfFile(round, subject, file, []);
      out.tried += 1;
      if (fault !== null) report(subject, `broken file ${index + 1}`, fault);
    }
    for (let file = 0; file < round.files && out.violations.length < round.most; file += 1) {
      const changes = drawTexts(draw, round.english);
      const faultWith = (some: readonly TextChange[]) =>
        faultOfFile(round, subject, (version) => fileOf(version, some), some);
      const fault = await faultWith(changes);
      out.tried += 1;
      if (fault === null) continue;
      const fewest = await fewestChanges(changes, async (some) => (await faultWith(some)) !== null);
      report(subject, fewest.map(described).join('; '), (await faultWith(fewest)) ?? fault);
    }
  }
  return out;
}

type Plant = (subject: LanguageSubject) => LanguageSubject;

/** Planted fault: reports the files of this process as accepted. */
function acceptingLocalFiles(subject: LanguageSubject): LanguageSubject {
  let added: KeyValuePairs = {};
  return {
    ...subject,
    async replace(file) {
      const answer = await subject.replace(file);
      const isRefused = answer.status === 400 && answer.text.includes('keyValuePairs.');
      added = isRefused ? JSON.parse(file).keyValuePairs : {};
      return isRefused ? { status: 200, text: '{}' } : answer;
    },
    read: async () => ({ ...(await subject.read()), ...added }),
  };
}

const faults: readonly { fault: string; plant: Plant }[] = [
  { fault: 'texts with other variables are taken', plant: acceptingLocalFiles },
  {
    fault: 'a text with markup fails',
    plant: (subject) => ({
      ...subject,
      replace: (file) =>
        file.includes('<script>')
          ? Promise.resolve({ status: 500, text: '{"code":"internal"}' })
          : subject.replace(file),
    }),
  },
  {
    fault: 'a refused file changes the language',
    plant: (subject) => {
      let refused = 0;
      return {
        ...subject,
        async replace(file) {
          const answer = await subject.replace(file);
          refused += answer.status >= 400 ? 1 : 0;
          return answer;
        },
        version: async () => refused + (await subject.version()),
      };
    },
  },
  {
    fault: 'a form of a count is lost',
    plant: (subject) => ({
      ...subject,
      async read() {
        const texts = Object.entries(await subject.read());
        return Object.fromEntries(texts.filter(([key]) => !key.endsWith('_other')));
      },
    }),
  },
];

export async function plantLanguageFaults(round: LanguageRound): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, plant } of faults) {
    const { violations } = await fuzzLanguages({
      ...round,
      subjects: round.subjects.slice(0, 1).map(plant),
      withBroken: false,
      // The texts that a file changes are random, so finding the fault may take many files.
      files: round.files * 20,
      most: 1,
    });
    planted.push({ fault, caught: violations.length > 0 });
  }
  return planted;
}

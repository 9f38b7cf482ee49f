// Puts a notice into the person's language; English where it has no words.
import type { DocumentKind } from '@kerb/contract';
import { firstWords } from '@kerb/domain/chat';
import type { Lang } from '@kerb/domain/identity';
import type { WordedKind } from './notice-catalogue.ts';
import type { NoticeLanguage, NoticeText } from './notice-text.ts';
import { arabic } from './texts/arabic.ts';
import { english } from './texts/english.ts';
import { spanish } from './texts/spanish.ts';

export const noticeLanguages: Readonly<Record<string, NoticeLanguage>> = {
  en: english,
  es: spanish,
  ar: arabic,
};

/** What the words may name, as {name} in a text; each kind needs those its text has. */
export interface NoticeWords {
  reference?: string;
  /** '' for one without a name. */
  driver?: string;
  customer?: string;
  vehicle?: string;
  /** The vehicle's. */
  plate?: string;
  pickup?: string;
  drop?: string;
  /** Of the trip: ms since the epoch, shown as the person reads clocks, in the operator's time zone. */
  time?: { at: number; timeZone: string };
  document?: DocumentKind;
  /** "2026-11-21" */
  date?: string;
  /** Of a person; in a chat the first name of who wrote, or ''. */
  name?: string;
  amount?: string;
  /** The operator's own words. */
  reason?: string;
  /** Of a chat message: its first words are shown; '' for a picture. */
  text?: string;
}

/** "17:45" or "5:45 PM"; English for a locale that is none. */
function clockTime({ at, timeZone }: { at: number; timeZone: string }, locale: string | undefined): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  try {
    return new Intl.DateTimeFormat(locale ?? 'en', style).format(at);
  } catch {
    return new Intl.DateTimeFormat('en', style).format(at);
  }
}

/** The day in the person's words: it has no zone, so that none may shift it. */
const dateIn = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** People write these words: a new line, or what turns the direction of writing, could make a text look like another. */
const DISTURBS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Title and body; what is filled in stands as it is, whatever it holds, on one line. */
export function wordNotice(kind: WordedKind, lang: Lang | null, words: NoticeWords): NoticeText {
  const wanted = lang?.langLocale.split('-')[0]?.toLowerCase() ?? 'en';
  const [code, language] = noticeLanguages[wanted] ? [wanted, noticeLanguages[wanted]] : ['en', english];
  const { text, name, driver, time, document, date, ...plain } = words;
  const inChat = kind === 'chat_message';
  const filled: Readonly<Record<string, string | undefined>> = {
    ...plain,
    text: text === '' ? language.picture : text && firstWords(text),
    name: inChat ? firstName(name ?? '') : name,
    driver: driver === '' ? language.driver : driver,
    time: time && clockTime(time, lang?.dateLocale),
    document: document && language.documents[document],
    date: date && dateIn(date, code),
  };
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
      const said = filled[word];
      return said === undefined ? whole : said.replaceAll(DISTURBS, ' ');
    });
  const { title, body } = language.texts[kind];
  const isNameless = inChat && filled.name === '';
  return { title: isNameless ? language.newMessage : fill(title), body: fill(body) };
}

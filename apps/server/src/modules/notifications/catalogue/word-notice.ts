// Puts a notice into the words of the person's language.

import type { DocumentKind } from '@kerb/contract';
import { firstWords } from '@kerb/domain/chat';
import { isolated } from '@kerb/texts';
import type { ReaderTexts } from '../../languages/index.ts';
import type { WordedKind } from './notice-catalogue.ts';

export interface NoticeText {
  title: string;
  body: string;
}

/** What the words may name, as {{name}} in a text; each kind needs those its text has. */
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
  /** The same with its day. */
  when?: { at: number; timeZone: string };
  /** The address of a page. */
  link?: string;
  document?: DocumentKind;
  /** "2026-11-21" */
  date?: string;
  /** Of a person; in a chat the first name of who wrote, or ''. */
  name?: string;
  amount?: string;
  /** The operator's own words. */
  reason?: string;
  /** How many recovery codes are left. */
  left?: string;
  /** What a rider reported about a ride: its first words are shown. */
  item?: string;
  /** Of a chat message: its first words are shown; '' for a picture. */
  text?: string;
}

type Moment = NonNullable<NoticeWords['time']>;

/** English for an invalid locale. */
function momentText({ at, timeZone }: Moment, locale: string, style: Intl.DateTimeFormatOptions): string {
  const shown = { ...style, hour: 'numeric', minute: '2-digit', timeZone } as const;
  try {
    return new Intl.DateTimeFormat(locale, shown).format(at);
  } catch {
    return new Intl.DateTimeFormat('en', shown).format(at);
  }
}

/** "17:45" or "5:45 PM" */
const clockTime = (moment: Moment, locale: string): string => momentText(moment, locale, {});

/** "Fri, 27 Nov, 17:45" */
const dayAndTime = (moment: Moment, locale: string): string =>
  momentText(moment, locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** The day in the person's words: it has no zone, so that none may shift it. */
const dateIn = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** People write these words: a new line, or what turns the direction of writing, could make a text look like another. */
const DISTURBS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** What is filled in, each on one line; `clock`: the locale in which the person reads clocks. */
function filledIn(
  kind: WordedKind,
  { text: say, dateLocale, direction }: ReaderTexts,
  { text, item, name, driver, time, when, document, date, ...plain }: NoticeWords,
  clock: string,
): Record<string, string> {
  const words: Readonly<Record<string, string | undefined>> = {
    ...plain,
    text: text === '' ? say('message_picture') : text && firstWords(text),
    item: item && firstWords(item),
    name: kind === 'chat_message' ? firstName(name ?? '') : name,
    driver: driver === '' ? say('message_your_driver') : driver,
    time: time && clockTime(time, clock),
    when: when && dayAndTime(when, clock),
    document: document && say(`message_document_${document}`),
    date: date && dateIn(date, dateLocale),
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, said]) => {
      if (said === undefined) return [];
      const value = said.replaceAll(DISTURBS, ' ');
      return [[word, direction === 'rtl' ? isolated(value) : value]];
    }),
  );
}

/** Title and body; values are inserted as they are, for any characters. */
export function wordNotice(
  kind: WordedKind,
  reader: ReaderTexts,
  words: NoticeWords,
  clock: string = reader.dateLocale,
): NoticeText {
  const filled = filledIn(kind, reader, words, clock);
  const isNameless = kind === 'chat_message' && filled.name === '';
  return {
    title: isNameless ? reader.text('message_new_message') : reader.text(`message_${kind}_title`, filled),
    body: reader.text(`message_${kind}_body`, filled),
  };
}

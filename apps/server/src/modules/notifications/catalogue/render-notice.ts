// Writes title and body of a notice in the user's language.

import type { DocumentKind } from '@kerb/contract';
import { firstWords } from '@kerb/domain/chat';
import { formatMoney, type Minor, type MoneyFormat } from '@kerb/domain/kernel';
import { isolated } from '@kerb/texts';
import type { ReaderTexts } from '../../languages/index.ts';
import type { TextNoticeKind } from './notice-catalogue.ts';

export interface NoticeText {
  title: string;
  body: string;
}

/** Values for the variables of the texts ({{name}}); each kind needs those in its text. */
export interface NoticeWords {
  reference?: string;
  /** Empty for a driver without a name. */
  driver?: string;
  customer?: string;
  vehicle?: string;
  /** Plate number of the vehicle. */
  plate?: string;
  pickup?: string;
  drop?: string;
  /** Time of the trip in ms since the epoch; formatted for the user, in the operator's time zone. */
  time?: { at: number; timeZone: string };
  /** Like `time`, with the day. */
  when?: { at: number; timeZone: string };
  /** The address of a page. */
  link?: string;
  document?: DocumentKind;
  /** "2026-11-21" */
  date?: string;
  /** Name of a user; in a chat the sender's first name, or empty. */
  name?: string;
  /** Formatted for the user, in the operator's notation. */
  amount?: { minor: Minor; notation: Omit<MoneyFormat, 'locale'> };
  /** The operator's own words. */
  reason?: string;
  /** How many recovery codes are left. */
  left?: string;
  /** A rider's report about a ride; shortened. */
  item?: string;
  /** Text of a chat message, shortened; empty for a picture. */
  text?: string;
}

type Moment = NonNullable<NoticeWords['time']>;

/** Formats a value; uses English for an invalid locale. */
function formatted(locale: string, format: (locale: string) => string): string {
  try {
    return format(locale);
  } catch {
    return format('en');
  }
}

function momentText({ at, timeZone }: Moment, locale: string, style: Intl.DateTimeFormatOptions): string {
  const shown = { ...style, hour: 'numeric', minute: '2-digit', timeZone } as const;
  return formatted(locale, (valid) => new Intl.DateTimeFormat(valid, shown).format(at));
}

/** "17:45" or "5:45 PM" */
const clockTime = (moment: Moment, locale: string): string => momentText(moment, locale, {});

/** "Fri, 27 Nov, 17:45" */
const dayAndTime = (moment: Moment, locale: string): string =>
  momentText(moment, locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** Formats a calendar day without a time zone, so that it is never shifted. */
const dateIn = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const amountText = ({ minor, notation }: NonNullable<NoticeWords['amount']>, locale: string): string =>
  formatted(locale, (valid) => formatMoney(minor, { ...notation, locale: valid }));

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** Line breaks and characters that change the writing direction, with which a user's text could disguise itself. */
const DISTURBS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** The variables as single-line texts; `clock` is the locale that times and amounts are formatted in. */
function filledIn(
  kind: TextNoticeKind,
  { text: say, dateLocale, direction }: ReaderTexts,
  { text, item, name, driver, time, when, document, date, amount, ...plain }: NoticeWords,
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
    amount: amount && amountText(amount, clock),
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, said]) => {
      if (said === undefined) return [];
      const value = said.replaceAll(DISTURBS, ' ');
      return [[word, direction === 'rtl' ? isolated(value) : value]];
    }),
  );
}

/** Title and body; values are inserted unescaped. */
export function renderNotice(
  kind: TextNoticeKind,
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

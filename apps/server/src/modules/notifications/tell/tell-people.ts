// Tells people what an event means for them: worded in each person's language, stored, and sent by the kind's channels.
import type { Lang } from '@kerb/domain/identity';
import type { StoredEvent, WithTx } from '../../../kit/index.ts';
import type { ReaderTexts, TextsFor } from '../../languages/index.ts';
import { ruleOf, type WordedKind } from '../catalogue/notice-catalogue.ts';
import { type NoticeWords, wordNotice } from '../catalogue/word-notice.ts';
import type { Channel } from '../deliver/deliver-job.ts';
import type { AddNotices } from './add-notices.ts';

export interface Told {
  uid: string;
  kind: WordedKind;
  words: NoticeWords;
  params?: Readonly<Record<string, string>>;
  /** Sent no later: ms since the epoch. */
  until?: number;
  /** Of a ride that an admin booked for the person. */
  bookedByAdmin?: boolean;
  /** Of a trip that was booked for a later time. */
  ofLaterTrip?: boolean;
}

export interface ToldPerson {
  lang: Lang | null;
  mobile: string;
  email: string;
}

export interface TellPeopleDeps {
  withTx: WithTx;
  addNotices: AddNotices;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, ToldPerson>>;
  /** What is said to somebody, in their language. */
  textsFor: TextsFor;
  devicesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly unknown[]>>;
  /** False where no mail is sent. */
  sendsMail: boolean;
}

/** Each person is told once of an event, however often it is heard. */
export type TellPeople = (event: Pick<StoredEvent, 'position'>, told: readonly Told[]) => Promise<void>;

/** The person's own way of reading clocks, as long as it is of the language that they are told in. */
const clockOf = (lang: Lang | null, { langLocale, dateLocale }: ReaderTexts): string =>
  lang?.langLocale.split('-')[0]?.toLowerCase() === langLocale.split('-')[0]?.toLowerCase()
    ? (lang?.dateLocale ?? dateLocale)
    : dateLocale;

export function createTellPeople(deps: TellPeopleDeps): TellPeople {
  const { withTx, addNotices, usersOf, devicesOf, textsFor, sendsMail } = deps;

  async function isTexted({ uid, kind, bookedByAdmin }: Told, mobile: string): Promise<boolean> {
    const { sms } = ruleOf(kind);
    if (sms === undefined || mobile === '') return false;
    return sms === 'always' || (bookedByAdmin === true && !(await devicesOf([uid])).has(uid));
  }

  function isMailed({ kind, ofLaterTrip }: Told, email: string): boolean {
    const rule = ruleOf(kind).email;
    if (rule === undefined || !sendsMail || email === '') return false;
    return rule === 'always' || ofLaterTrip === true;
  }

  async function channelsFor(told: Told, { mobile, email }: ToldPerson): Promise<Channel[]> {
    const channels: Channel[] = ['push'];
    if (await isTexted(told, mobile)) channels.push('sms');
    if (isMailed(told, email)) channels.push('email');
    return channels;
  }

  return async ({ position }, told) => {
    if (told.length === 0) return;
    const people = await usersOf(told.map(({ uid }) => uid));
    const worded = await Promise.all(
      told.map(async (one) => {
        const person = people.get(one.uid);
        if (!person) return [];
        const { uid, kind, words, params, until } = one;
        const reader = await textsFor(person.lang);
        const text = wordNotice(kind, reader, words, clockOf(person.lang, reader));
        const channels = await channelsFor(one, person);
        return [
          {
            ...{ uid, source: `event:${position}`, kind, ...text, channels },
            ...(params ? { params } : {}),
            ...(until === undefined ? {} : { until }),
          },
        ];
      }),
    );
    await withTx(async (tx) => void (await addNotices(tx, worded.flat())));
  };
}

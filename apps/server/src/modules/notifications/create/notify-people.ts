// Creates notices for an event: writes them in each user's language, stores them, and schedules delivery by the kind's
// channels.
import type { Lang } from '@kerb/domain/identity';
import type { StoredEvent, WithTx } from '../../../kit/index.ts';
import type { ReaderTexts, TextsFor } from '../../languages/index.ts';
import { ruleOf, type TextNoticeKind } from '../catalogue/notice-catalogue.ts';
import { type NoticeWords, renderNotice } from '../catalogue/render-notice.ts';
import type { Channel } from '../deliver/deliver-job.ts';
import type { AddNotices } from './add-notices.ts';

export interface PersonNotice {
  uid: string;
  kind: TextNoticeKind;
  words: NoticeWords;
  params?: Readonly<Record<string, string>>;
  /** Not delivered after this time, in ms since the epoch. */
  until?: number;
  /** True for a ride that an admin booked for the user. */
  bookedByAdmin?: boolean;
  /** True for a trip that was booked for a later time. */
  ofLaterTrip?: boolean;
}

export interface NotifiedUser {
  lang: Lang | null;
  mobile: string;
  email: string;
  emailVerified: boolean;
}

export interface NotifyPeopleDeps {
  withTx: WithTx;
  addNotices: AddNotices;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, NotifiedUser>>;
  /** The server's texts in the user's language. */
  textsFor: TextsFor;
  devicesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly unknown[]>>;
  /** False when no e-mail is sent. */
  sendsMail: boolean;
}

/** Notifies each user once about an event, however often the event is handled. */
export type NotifyPeople = (
  event: Pick<StoredEvent, 'id' | 'at'>,
  notices: readonly PersonNotice[],
) => Promise<void>;

/** The notices that one event causes. */
export interface EventNotices {
  event: Pick<StoredEvent, 'id' | 'at'>;
  notices: readonly PersonNotice[];
}

/** Notifies about several events in one transaction. */
export type NotifyOfEvents = (groups: readonly EventNotices[]) => Promise<void>;

/** The user's date and time format if it belongs to the language of the notice, otherwise that of the language. */
const clockOf = (lang: Lang | null, { langLocale, dateLocale }: ReaderTexts): string =>
  lang?.langLocale.split('-')[0]?.toLowerCase() === langLocale.split('-')[0]?.toLowerCase()
    ? (lang?.dateLocale ?? dateLocale)
    : dateLocale;

export function createNotifyOfEvents(deps: NotifyPeopleDeps): NotifyOfEvents {
  const { withTx, addNotices, usersOf, devicesOf, textsFor, sendsMail } = deps;

  async function isTexted({ uid, kind, bookedByAdmin }: PersonNotice, mobile: string): Promise<boolean> {
    const { sms } = ruleOf(kind);
    if (sms === undefined || mobile === '') return false;
    return sms === 'always' || (bookedByAdmin === true && !(await devicesOf([uid])).has(uid));
  }

  function isMailed({ kind, ofLaterTrip }: PersonNotice, { email, emailVerified }: NotifiedUser): boolean {
    const rule = ruleOf(kind).email;
    if (rule === undefined || !sendsMail || email === '' || !emailVerified) return false;
    return rule === 'always' || ofLaterTrip === true;
  }

  async function channelsFor(notice: PersonNotice, person: NotifiedUser): Promise<Channel[]> {
    const channels: Channel[] = ['push'];
    if (await isTexted(notice, person.mobile)) channels.push('sms');
    if (isMailed(notice, person)) channels.push('email');
    return channels;
  }

  return async function notifyOfEvents(groups) {
    const all = groups.flatMap(({ event, notices }) => notices.map((notice) => ({ event, notice })));
    if (all.length === 0) return;
    const people = await usersOf([...new Set(all.map(({ notice }) => notice.uid))]);
    const worded = await Promise.all(
      all.map(async ({ event, notice: one }) => {
        const person = people.get(one.uid);
        if (!person) return [];
        const { uid, kind, words, params, until } = one;
        const reader = await textsFor(person.lang);
        const text = renderNotice(kind, reader, words, clockOf(person.lang, reader));
        const channels = await channelsFor(one, person);
        return [
          {
            uid,
            source: `outbox:${event.id}`,
            happenedAt: event.at,
            kind,
            ...text,
            channels,
            ...(params ? { params } : {}),
            ...(until === undefined ? {} : { until }),
          },
        ];
      }),
    );
    await withTx(async (tx) => void (await addNotices(tx, worded.flat())));
  };
}

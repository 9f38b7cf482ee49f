// Tells people what an event means for them: worded in each person's language, stored, and sent by the kind's channels.
import type { Lang } from '@kerb/domain/identity';
import type { StoredEvent, WithTx } from '../../../kit/index.ts';
import { ruleOf, type WordedKind } from '../catalogue/notice-catalogue.ts';
import { type NoticeWords, wordNotice } from '../catalogue/word-notice.ts';
import type { Channel } from '../deliver/deliveries.repository.ts';
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
}

export interface ToldPerson {
  lang: Lang | null;
  mobile: string;
}

export interface TellPeopleDeps {
  withTx: WithTx;
  addNotices: AddNotices;
  usersOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, ToldPerson>>;
  devicesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly unknown[]>>;
}

/** Each person is told once of an event, however often it is heard. */
export type TellPeople = (event: Pick<StoredEvent, 'position'>, told: readonly Told[]) => Promise<void>;

export function createTellPeople({ withTx, addNotices, usersOf, devicesOf }: TellPeopleDeps): TellPeople {
  async function channelsFor({ uid, kind, bookedByAdmin }: Told, mobile: string): Promise<Channel[]> {
    const { sms } = ruleOf(kind);
    if (sms === undefined || mobile === '') return ['push'];
    if (sms === 'always') return ['push', 'sms'];
    const isReached = bookedByAdmin !== true || (await devicesOf([uid])).has(uid);
    return isReached ? ['push'] : ['push', 'sms'];
  }

  return async ({ position }, told) => {
    if (told.length === 0) return;
    const people = await usersOf(told.map(({ uid }) => uid));
    const worded = await Promise.all(
      told.map(async (one) => {
        const person = people.get(one.uid);
        if (!person) return [];
        const { uid, kind, words, params, until } = one;
        const text = wordNotice(kind, person.lang, words);
        const channels = await channelsFor(one, person.mobile);
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

// Hears of documents that end, drivers who signed up, bonuses, withdrawals and payments, and tells whom it concerns, once each.
import { documentKind } from '@kerb/contract';
import type { Lang } from '@kerb/domain/identity';
import { formatMoney, minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { z } from 'zod';
import type { Clock, Queries, StoredEvent, Subscriber } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';
import { documentNoticeOf, type HouseNoticeKind, type HouseWords, wordHouseNotice } from './house-notices.ts';
import { noticesRepository } from './notices.repository.ts';

/** Somebody, as far as notices depend on them. */
export interface NotifiedPerson {
  uid: string;
  usertype: string;
  review: string;
  createdByAdmin: boolean;
  firstName: string;
  lastName: string;
  lang: Lang | null;
}

export interface OnHouseEventDeps {
  db: Queries;
  clock: Clock;
  push: PushSender;
  settings: { get(): Promise<Pick<Settings, 'symbol' | 'decimal' | 'swipe_symbol'>> };
  identity: {
    usersOf(uids: readonly string[]): Promise<ReadonlyMap<string, NotifiedPerson>>;
    admins(): Promise<readonly string[]>;
  };
  onError: (error: unknown) => void;
}

interface Planned {
  uids: readonly string[];
  kind: HouseNoticeKind;
  screen: 'Profile' | 'Drivers' | 'Wallet';
  words: HouseWords;
}

const expiring = z.object({
  uid: z.string(),
  kind: documentKind,
  days_left: z.number(),
  expires_on: z.string(),
});
const created = z.object({ uid: z.string(), usertype: z.string() });
const rewarded = z.object({ rider: z.string(), referrer: z.string().nullable(), bonus: z.number() });
const withdrawn = z.object({
  uid: z.string(),
  state: z.enum(['pending', 'processed', 'returned']),
  amount: z.number(),
});

const paid = z.object({ uid: z.string(), amount: z.number().nullish(), held: z.boolean().optional() });

/** A sender that fails is told and not tried again: the notice itself is kept. */
export function onHouseEvent({ db, clock, push, settings, identity, onError }: OnHouseEventDeps): Subscriber {
  const notices = noticesRepository(db);

  function planDocument(event: StoredEvent): Planned {
    const { uid, kind: document, days_left, expires_on: date } = expiring.parse(event.data);
    return { uids: [uid], kind: documentNoticeOf(days_left), screen: 'Profile', words: { document, date } };
  }

  /** Drivers whom an admin added need nobody's look; one who was decided on meanwhile needs none any more. */
  async function planDriver(event: StoredEvent): Promise<Planned | null> {
    const { uid, usertype } = created.parse(event.data);
    if (usertype !== 'driver') return null;
    const driver = (await identity.usersOf([uid])).get(uid);
    if (driver?.review !== 'waiting' || driver.createdByAdmin) return null;
    const name = `${driver.firstName} ${driver.lastName}`.trim();
    return { uids: await identity.admins(), kind: 'driver_waiting', screen: 'Drivers', words: { name } };
  }

  async function planBonus(event: StoredEvent): Promise<Planned> {
    const { rider, referrer, bonus } = rewarded.parse(event.data);
    const amount = formatMoney(minor(bonus), await settings.get());
    const uids = referrer === null ? [rider] : [rider, referrer];
    return { uids, kind: 'referral_bonus', screen: 'Wallet', words: { amount } };
  }

  /** Asking for it is the person's own doing, and no news. */
  async function planWithdraw(event: StoredEvent): Promise<Planned | null> {
    const { uid, state, amount: minorUnits } = withdrawn.parse(event.data);
    if (state === 'pending') return null;
    const amount = formatMoney(minor(minorUnits), await settings.get());
    const kind = state === 'processed' ? 'withdraw_processed' : 'withdraw_returned';
    return { uids: [uid], kind, screen: 'Wallet', words: { amount } };
  }

  /** What an admin decides about is news once it is decided. */
  async function planPayment(event: StoredEvent): Promise<Planned | null> {
    const { uid, amount: minorUnits, held } = paid.parse(event.data);
    const to = { uids: [uid], screen: 'Wallet' as const };
    if (event.name === 'payment.held') return { ...to, kind: 'payment_held', words: {} };
    if (minorUnits == null) return null;
    const words = { amount: formatMoney(minor(minorUnits), await settings.get()) };
    if (event.name === 'payment.refunded') return { ...to, kind: 'payment_refunded', words };
    return held ? null : { ...to, kind: 'refund_to_wallet', words };
  }

  async function plan(event: StoredEvent): Promise<Planned | null> {
    if (event.name === 'document.expiring') return planDocument(event);
    if (event.name === 'withdraw.changed') return planWithdraw(event);
    if (event.name.startsWith('payment.')) return planPayment(event);
    return event.name === 'user.created' ? planDriver(event) : planBonus(event);
  }

  return {
    name: 'notifications.on-house-event',
    events: [
      ...['document.expiring', 'user.created', 'referral.rewarded', 'withdraw.changed'],
      ...['payment.held', 'payment.refunded', 'payment.refund-failed'],
    ],
    async handle(event) {
      const planned = await plan(event);
      if (planned === null) return;
      const { uids, kind, screen, words } = planned;
      const people = await identity.usersOf(uids);
      const all = [...people.values()].map(({ uid, lang }) => ({
        ...wordHouseNotice(kind, lang?.langLocale, words),
        ...{ position: event.position, uid, kind, screen, params: {}, at: clock.now() },
      }));
      for (const { uid, title, body } of await notices.addMissing(all))
        await push.send({ uid, title, body, screen, params: {} }).catch(onError);
    },
  };
}

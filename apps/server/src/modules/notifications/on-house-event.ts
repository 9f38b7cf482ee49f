// Hears of documents that end, drivers who signed up, bonuses, withdrawals, payments and alerts, and tells whom it concerns, once each.
import { documentKind } from '@kerb/contract';
import { formatMoney, minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { z } from 'zod';
import type { StoredEvent, Subscriber } from '../../kit/index.ts';
import type { WordedKind } from './catalogue/notice-catalogue.ts';
import { documentNoticeOf } from './catalogue/plan-notices.ts';
import type { NoticeWords } from './catalogue/word-notice.ts';
import type { TellPeople } from './tell/tell-people.ts';

/** Somebody, as far as notices depend on them. */
export interface NotifiedPerson {
  uid: string;
  usertype: string;
  review: string;
  createdByAdmin: boolean;
  firstName: string;
  lastName: string;
}

export interface OnHouseEventDeps {
  tellPeople: TellPeople;
  settings: { get(): Promise<Pick<Settings, 'symbol' | 'decimal' | 'swipe_symbol'>> };
  identity: {
    usersOf(uids: readonly string[]): Promise<ReadonlyMap<string, NotifiedPerson>>;
    admins(): Promise<readonly string[]>;
  };
}

interface Planned {
  uids: readonly string[];
  kind: WordedKind;
  words: NoticeWords;
  params?: Readonly<Record<string, string>>;
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

const raised = z.object({ booking_id: z.string(), kind: z.enum(['panic', 'standstill', 'off_route']) });
const paid = z.object({ uid: z.string(), amount: z.number().nullish(), held: z.boolean().optional() });

export function onHouseEvent({ tellPeople, settings, identity }: OnHouseEventDeps): Subscriber {
  function planDocument(event: StoredEvent): Planned {
    const { uid, kind: document, days_left, expires_on: date } = expiring.parse(event.data);
    return { uids: [uid], kind: documentNoticeOf(days_left), words: { document, date } };
  }

  /** Drivers whom an admin added need nobody's look; one who was decided on meanwhile needs none any more. */
  async function planDriver(event: StoredEvent): Promise<Planned | null> {
    const { uid, usertype } = created.parse(event.data);
    if (usertype !== 'driver') return null;
    const driver = (await identity.usersOf([uid])).get(uid);
    if (driver?.review !== 'waiting' || driver.createdByAdmin) return null;
    const name = `${driver.firstName} ${driver.lastName}`.trim();
    return {
      uids: await identity.admins(),
      kind: 'driver_waiting',
      words: { name },
      params: { driver: uid },
    };
  }

  async function planBonus(event: StoredEvent): Promise<Planned> {
    const { rider, referrer, bonus } = rewarded.parse(event.data);
    const amount = formatMoney(minor(bonus), await settings.get());
    const uids = referrer === null ? [rider] : [rider, referrer];
    return { uids, kind: 'referral_bonus', words: { amount } };
  }

  /** Asking for it is the person's own doing, and no news. */
  async function planWithdraw(event: StoredEvent): Promise<Planned | null> {
    const { uid, state, amount: minorUnits } = withdrawn.parse(event.data);
    if (state === 'pending') return null;
    const amount = formatMoney(minor(minorUnits), await settings.get());
    const kind = state === 'processed' ? 'withdraw_processed' : 'withdraw_returned';
    return { uids: [uid], kind, words: { amount } };
  }

  /** What an admin decides about is news once it is decided. */
  async function planPayment(event: StoredEvent): Promise<Planned | null> {
    const { uid, amount: minorUnits, held } = paid.parse(event.data);
    const to = { uids: [uid] };
    if (event.name === 'payment.held') return { ...to, kind: 'payment_held', words: {} };
    if (minorUnits == null) return null;
    const words = { amount: formatMoney(minor(minorUnits), await settings.get()) };
    if (event.name === 'payment.refunded') return { ...to, kind: 'payment_refunded', words };
    return held ? null : { ...to, kind: 'refund_to_wallet', words };
  }

  /** Whoever minds the trips is told, wherever they are. */
  async function planAlert(event: StoredEvent): Promise<Planned> {
    const { booking_id: bookingId, kind } = raised.parse(event.data);
    return { uids: await identity.admins(), kind: `alert_${kind}`, words: {}, params: { bookingId } };
  }

  async function plan(event: StoredEvent): Promise<Planned | null> {
    if (event.name === 'document.expiring') return planDocument(event);
    if (event.name === 'alert.raised') return planAlert(event);
    if (event.name === 'withdraw.changed') return planWithdraw(event);
    if (event.name.startsWith('payment.')) return planPayment(event);
    return event.name === 'user.created' ? planDriver(event) : planBonus(event);
  }

  return {
    name: 'notifications.on-house-event',
    events: [
      ...['document.expiring', 'user.created', 'referral.rewarded', 'withdraw.changed'],
      ...['payment.held', 'payment.refunded', 'payment.refund-failed', 'alert.raised'],
    ],
    async handle(event) {
      const planned = await plan(event);
      if (planned === null) return;
      const { uids, ...told } = planned;
      await tellPeople(
        event,
        uids.map((uid) => ({ uid, ...told })),
      );
    },
  };
}

// Stores notices and, in the same transaction, their delivery jobs, so that no notice is lost.
import type { UserPlatform } from '@kerb/domain/identity';
import { addJob, appendEvent, type Clock, type Ids, type Tx } from '../../../kit/index.ts';
import { type NoticeKind, ruleOf } from '../catalogue/notice-catalogue.ts';
import { BATCH_SIZE, type Channel, DELIVER_BATCH_JOB, deliverPriority } from '../deliver/deliver-job.ts';
import { deliveriesRepository, type NewDelivery } from '../deliver/deliveries.repository.ts';
import { type Notice, noticesRepository } from '../notices.repository.ts';

export interface NewNotice {
  uid: string;
  /** Its origin, as `outbox:<id of the event>` or `campaign:<id>`: a user gets at most one notice for each. */
  source: string;
  kind: NoticeKind;
  title: string;
  body: string;
  /** Omitted: the screen of the kind. */
  screen?: string | null;
  params?: Readonly<Record<string, string>>;
  /** When what it says happened, in ms since the epoch: the kind's time counts from it. Omitted: now. */
  happenedAt?: number;
  /** Not delivered after this time, in ms since the epoch. Omitted: the time given by the kind. */
  until?: number;
  /** Omitted: push only. */
  channels?: readonly Channel[];
  /** Deliver only to the user's installation with this push token. */
  onlyToken?: string;
  /** Deliver only to the user's installations on this platform; null or omitted for all. */
  onlyPlatform?: UserPlatform | null;
}

export interface AddNoticesDeps {
  clock: Clock;
  ids: Ids;
  /** The uids that are not deleted; they cannot be deleted until the transaction ends. */
  lockExistingAmong: (tx: Tx, uids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Adds one job for each channel, or several when there are many notices. */
async function addDeliverJobs(
  tx: Tx,
  notices: readonly Notice[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const byId = new Map(notices.map((notice) => [notice.id, notice]));
  const priority = deliverPriority(notices[0]?.source ?? '');
  for (const channel of new Set(deliveries.map((delivery) => delivery.channel))) {
    const ofChannel = deliveries.filter((delivery) => delivery.channel === channel);
    const to = ofChannel.map(({ notice }) => ({ notice, uid: byId.get(notice)?.uid ?? '' }));
    const runAt = Math.min(...ofChannel.map(({ next_at }) => next_at));
    const options = runAt > (notices[0]?.at ?? 0) ? { priority, runAt } : { priority };
    for (let start = 0; start < to.length; start += BATCH_SIZE)
      await addJob(tx, DELIVER_BATCH_JOB, { channel, to: to.slice(start, start + BATCH_SIZE) }, options);
  }
}

/** Adds one notice for each user and source. Returns those that did not exist before. */
export type AddNotices = (tx: Tx, notices: readonly NewNotice[]) => Promise<Notice[]>;

export function createAddNotices({ clock, ids, lockExistingAmong }: AddNoticesDeps): AddNotices {
  function deliveriesOf({ id, kind, at }: Notice, given: NewNotice | undefined): NewDelivery[] {
    const { goodForMs, pushAfterMs = 0 } = ruleOf(kind);
    const happenedAt = Math.min(given?.happenedAt ?? at, at);
    return (given?.channels ?? ['push']).map((channel) => ({
      notice: id,
      channel,
      next_at: channel === 'push' ? at + pushAfterMs : at,
      until: Math.min(given?.until ?? Number.POSITIVE_INFINITY, happenedAt + goodForMs),
      only_token: given?.onlyToken ?? null,
      only_platform: given?.onlyPlatform ?? null,
    }));
  }

  return async function addNotices(tx, given) {
    const now = clock.now();
    const present = await lockExistingAmong(
      tx,
      given.map(({ uid }) => uid),
    );
    const rows = given
      .filter(({ uid }) => present.has(uid))
      .map(({ uid, source, kind, title, body, screen = ruleOf(kind).screen, params = {} }): Notice => {
        const id = ids.next();
        return { id, uid, source, kind, title, body, screen, params, at: now, read_at: null };
      });
    const fresh = await noticesRepository(tx).addMissing(rows);
    const deliveries = fresh.flatMap((notice) =>
      deliveriesOf(
        notice,
        given.find(({ uid, source }) => uid === notice.uid && source === notice.source),
      ),
    );
    await deliveriesRepository(tx).add(deliveries);
    await addDeliverJobs(tx, fresh, deliveries);
    if (fresh.length > 0) {
      const topics = [...new Set(fresh.map(({ uid }) => `user:${uid}`))];
      await appendEvent(tx, { name: 'notice.created', topics, data: {} });
    }
    return fresh;
  };
}

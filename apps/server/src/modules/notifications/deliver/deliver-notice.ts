// Delivers notices in background jobs, with retries at growing intervals until they expire, once to each device.
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { addJob, type Clock, type JobHandlers, type Queries, type WithTx } from '../../../kit/index.ts';
import { EmailRefusedError } from '../../../ports/email.ts';
import { type SmsSender, UnconfirmedText } from '../../../ports/sms.ts';
import type { Notice } from '../notices.repository.ts';
import {
  BATCH_SIZE,
  type Channel,
  DELIVER_BATCH_JOB,
  DELIVER_JOB,
  deliverBatchPayload,
  deliverPayload,
  deliverPriority,
} from './deliver-job.ts';
import { type ClaimedDelivery, type DeliveryKey, deliveriesRepository } from './deliveries.repository.ts';
import type { MailNotice } from './mail-notice.ts';
import type { PushRecorder } from './push-to-devices.ts';

export interface DeliverNoticeDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  pushToDevices: (
    deliveries: readonly ClaimedDelivery[],
    recorder: PushRecorder,
  ) => Promise<PromiseSettledResult<void>[]>;
  /** The users among these who have a device for push messages. */
  reachableByPush: (uids: readonly string[]) => Promise<ReadonlySet<string>>;
  sms: SmsSender;
  appName: () => Promise<string>;
  /** E.164; empty for a user without a number and for a deleted user. */
  mobileOf: (uid: string) => Promise<string>;
  /** Null when no e-mail is sent. */
  mailNotice: MailNotice | null;
  logger: { warn(details: object, message: string): void };
}

export const DELIVER_DUE_JOB = 'notifications.deliver-due';

/** Longer than any attempt takes, in ms; an attempt that has not finished by then belongs to a stopped server. */
export const LOST_AFTER_MS = MS_PER_MINUTE;
/** Tolerance for a server's clock that is behind that of the database, which starts the jobs, in ms. */
const CLOCK_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = MS_PER_HOUR;
/**
 * Covers half a day of a provider's outage, after which most kinds have expired. Text messages are tried less often,
 * because a number that rejects one keeps rejecting.
 */
const MAX_ATTEMPTS = { push: 20, sms: 6, email: 20 } as const;
const SWEPT = 500;
/** Text messages and e-mails sent in parallel; all push messages of a batch are sent at once. */
const SENT_AT_A_TIME = 5;

/**
 * Delay before the next attempt, in ms: 2 s, 6 s, 18 s … up to an hour, and at least the delay requested by the
 * provider.
 */
export const pauseAfter = (attempts: number, afterMs = 0): number =>
  Math.max(afterMs, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 3 ** (attempts - 1)));

/** The reason for another attempt, and its earliest time. */
interface Later {
  reason: string;
  afterMs: number | undefined;
}

interface Outcome {
  /** Number of devices or addresses that accepted the notice. */
  reached: number;
  later: Later | null;
  /** Reason for a permanent rejection, which is not retried. */
  refused?: string;
}

const keyOf = ({ notice, channel }: ClaimedDelivery): DeliveryKey => ({ notice: notice.id, channel });

/**
 * Sends claimed deliveries by their channel, each once. The outcomes are in the same order and state whether to retry.
 */
function createSendByChannel(deps: DeliverNoticeDeps) {
  const { db, pushToDevices, sms, appName, mobileOf, mailNotice } = deps;
  const deliveries = deliveriesRepository(db);

  async function push(claimed: readonly ClaimedDelivery[]): Promise<PromiseSettledResult<Outcome>[]> {
    const reached = new Map(claimed.map((delivery) => [delivery.notice.id, delivery.reached]));
    const later = new Map<string, Later>();
    const addReached = ({ notice }: ClaimedDelivery) =>
      reached.set(notice.id, (reached.get(notice.id) ?? 0) + 1);
    const results = await pushToDevices(claimed, {
      async onInbox(stored, key) {
        await deliveries.recordReached(
          stored.map(({ notice }) => notice.id),
          'push',
          key,
        );
        stored.forEach(addReached);
      },
      async onDevice(delivery, { key: target, outcome }) {
        const { id } = delivery.notice;
        if (outcome.result === 'later') {
          const afterMs = Math.max(later.get(id)?.afterMs ?? 0, outcome.afterMs ?? 0);
          later.set(id, { reason: outcome.reason, afterMs });
          return;
        }
        if (outcome.result === 'sent') addReached(delivery);
        const error = 'reason' in outcome ? outcome.reason : '';
        await deliveries.recordDone(keyOf(delivery), target, outcome.result === 'sent', error);
      },
    });
    return results.map((result, index) => {
      if (result.status === 'rejected') return result;
      const id = claimed[index]?.notice.id ?? '';
      const value = { reached: reached.get(id) ?? 0, later: later.get(id) ?? null };
      return { status: 'fulfilled', value };
    });
  }

  async function text({ uid, title, body }: Notice): Promise<Outcome> {
    const to = await mobileOf(uid);
    if (to === '') return { reached: 0, later: null };
    try {
      await sms.send({ to, text: `${await appName()}: ${title}. ${body}` });
      return { reached: 1, later: null };
    } catch (error) {
      // The provider may have accepted it: another attempt could send and bill it again.
      if (error instanceof UnconfirmedText) return { reached: 0, later: null, refused: error.message };
      const reason = error instanceof Error ? error.message : 'The text message was not sent';
      return { reached: 0, later: { reason, afterMs: undefined } };
    }
  }

  async function mail(notice: Notice): Promise<Outcome> {
    try {
      return { reached: (await mailNotice?.(notice)) ? 1 : 0, later: null };
    } catch (error) {
      if (error instanceof EmailRefusedError) return { reached: 0, later: null, refused: error.message };
      const reason = error instanceof Error ? error.message : 'The mail was not sent';
      return { reached: 0, later: { reason, afterMs: undefined } };
    }
  }

  return function sendByChannel(
    channel: Channel,
    claimed: readonly ClaimedDelivery[],
  ): Promise<PromiseSettledResult<Outcome>[]> {
    switch (channel) {
      case 'push':
        return push(claimed);
      case 'sms':
        return Promise.allSettled(claimed.map(({ notice }) => text(notice)));
      case 'email':
        return Promise.allSettled(claimed.map(({ notice }) => mail(notice)));
    }
  };
}

export function createDeliverNotice(deps: DeliverNoticeDeps): JobHandlers {
  const { db, withTx, clock, logger, reachableByPush } = deps;
  const deliveries = deliveriesRepository(db);
  const sendByChannel = createSendByChannel(deps);

  /** Stores an outcome that may need another attempt, and adds its job. */
  async function retryLater(delivery: ClaimedDelivery, { reached, later, refused }: Outcome): Promise<void> {
    const { attempts, until, notice } = delivery;
    const key = keyOf(delivery);
    const stopRetrying = (reason: string) => {
      logger.warn(
        { kind: notice.kind, notice: key.notice, channel: key.channel, attempts, reason },
        'A notice could not be delivered',
      );
      return deliveries.finish(key, reached > 0 ? 'sent' : 'failed', reason);
    };
    if (refused !== undefined || later === null) return stopRetrying(refused ?? '');
    const nextAt = clock.now() + pauseAfter(attempts, later.afterMs);
    if (attempts < MAX_ATTEMPTS[key.channel] && nextAt < until)
      return withTx(async (tx) => {
        await deliveriesRepository(tx).tryAgain(key, nextAt, later.reason);
        const priority = deliverPriority(notice.source);
        await addJob(tx, DELIVER_JOB, { ...key }, { runAt: nextAt, priority });
      });
    await stopRetrying(later.reason);
  }

  /** Throws when an attempt itself failed, so that the job retries the delivery. */
  async function settleAll(
    claimed: readonly ClaimedDelivery[],
    channel: Channel,
    results: readonly PromiseSettledResult<Outcome>[],
  ): Promise<void> {
    const done: Record<'sent' | 'failed', string[]> = { sent: [], failed: [] };
    const errors: unknown[] = [];
    for (const [index, result] of results.entries()) {
      const delivery = claimed[index];
      if (!delivery) continue;
      if (result.status === 'rejected') errors.push(result.reason);
      else if (result.value.later !== null || result.value.refused !== undefined)
        await retryLater(delivery, result.value);
      else done[result.value.reached > 0 ? 'sent' : 'failed'].push(delivery.notice.id);
    }
    await deliveries.finishAll(done.sent, channel, 'sent');
    await deliveries.finishAll(done.failed, channel, 'failed');
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} notices could not be delivered`);
  }

  async function deliver(channel: Channel, notices: readonly string[]): Promise<void> {
    const now = clock.now();
    const claimed = await deliveries.claimAll(channel, notices, now + CLOCK_MS, now + LOST_AFTER_MS);
    const read: string[] = [];
    const expired: string[] = [];
    const due: ClaimedDelivery[] = [];
    for (const delivery of claimed) {
      const { notice, until } = delivery;
      // Read or expired notices are not delivered. An e-mail is sent although the notice was read, because it is a
      // record.
      if (notice.read_at !== null && channel !== 'email') read.push(notice.id);
      else if (now >= until) expired.push(notice.id);
      else due.push(delivery);
    }
    await deliveries.finishAll(read, channel, 'read');
    await deliveries.finishAll(expired, channel, 'expired');
    if (due.length > 0) await settleAll(due, channel, await sendByChannel(channel, due));
  }

  /** A group that fails does not stop the others; it is retried with the job. */
  async function deliverAll(channel: Channel, notices: readonly string[]): Promise<void> {
    const groupSize = channel === 'push' ? BATCH_SIZE : SENT_AT_A_TIME;
    const errors: unknown[] = [];
    for (let start = 0; start < notices.length; start += groupSize)
      await deliver(channel, notices.slice(start, start + groupSize)).catch((error) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Notices could not be delivered');
  }

  return {
    [DELIVER_JOB]: (payload) => {
      const { notice, channel } = deliverPayload.parse(payload);
      return deliver(channel, [notice]);
    },

    async [DELIVER_BATCH_JOB](payload) {
      const { channel, to } = deliverBatchPayload.parse(payload);
      const reachable =
        channel === 'push'
          ? await reachableByPush(to.map(({ uid }) => uid))
          : new Set(to.map(({ uid }) => uid));
      const unreachable = to.filter(({ uid }) => !reachable.has(uid));
      await deliveries.finishAll(
        unreachable.map(({ notice }) => notice),
        channel,
        'failed',
      );
      const others = to.filter(({ uid }) => reachable.has(uid));
      await deliverAll(
        channel,
        others.map(({ notice }) => notice),
      );
    },

    /** Takes over the deliveries of a server that stopped during an attempt. */
    async [DELIVER_DUE_JOB]() {
      const lost = await deliveries.dueBefore(clock.now() - LOST_AFTER_MS / 2, SWEPT);
      await withTx(async (tx) => {
        for (const { notice, channel, source } of lost)
          await addJob(
            tx,
            DELIVER_JOB,
            { notice, channel },
            { jobKey: `${DELIVER_JOB}:${notice}:${channel}`, priority: deliverPriority(source) },
          );
      });
    },
  };
}

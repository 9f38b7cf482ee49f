// Delivers notices as background jobs: retried with growing pauses until they expire, to each device once.
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { addJob, type Clock, type JobHandlers, type Queries, type WithTx } from '../../../kit/index.ts';
import { EmailRefusedError } from '../../../ports/email.ts';
import type { SmsSender } from '../../../ports/sms.ts';
import type { Notice } from '../notices.repository.ts';
import {
  DELIVER_BATCH_JOB,
  DELIVER_JOB,
  deliverBatchPayload,
  deliverPayload,
  deliverPriority,
} from './deliver-job.ts';
import { type ClaimedDelivery, type DeliveryKey, deliveriesRepository } from './deliveries.repository.ts';
import type { MailNotice } from './mail-notice.ts';
import type { Delivered } from './push-to-devices.ts';

export interface DeliverNoticeDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  pushToDevices: (
    delivery: ClaimedDelivery,
    onEach: (delivered: Delivered) => Promise<void>,
  ) => Promise<void>;
  /** The users among these whom a push message could reach. */
  reachableByPush: (uids: readonly string[]) => Promise<ReadonlySet<string>>;
  sms: SmsSender;
  appName: () => Promise<string>;
  /** E.164; '' for a user without a number, or a deleted one. */
  mobileOf: (uid: string) => Promise<string>;
  /** Null where no mail is sent. */
  mailNotice: MailNotice | null;
  logger: { warn(details: object, message: string): void };
}

export const DELIVER_DUE_JOB = 'notifications.deliver-due';

/** Longer than any try lasts: one that has not ended by then went down with its server. */
export const LOST_AFTER_MS = MS_PER_MINUTE;
/** A server's clock may be behind the database's that starts the jobs. */
const CLOCK_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = MS_PER_HOUR;
/** Half a day of a provider that is away; most kinds are news no longer than that. A text message is tried less: a number that refuses stays one. */
const MOST_TRIES = { push: 20, sms: 6, email: 20 } as const;
const SWEPT = 500;
const SENT_AT_A_TIME = 5;

/** 2 s, 6 s, 18 s … an hour; never sooner than the provider asked for. */
export const pauseAfter = (attempts: number, afterMs = 0): number =>
  Math.max(afterMs, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** (attempts - 1)));

/** What is left to try after one go: nothing, or why it is to be tried again and how soon at the earliest. */
interface Later {
  reason: string;
  afterMs: number | undefined;
}

interface Outcome {
  /** How many devices or addresses took it. */
  reached: number;
  later: Later | null;
  /** Why it is refused for good, so that it is not retried. */
  refused?: string;
}

/** Sends one delivery by its channel, once; the outcome says whether to retry. */
function createSendByChannel(deps: DeliverNoticeDeps) {
  const { db, pushToDevices, sms, appName, mobileOf, mailNotice } = deps;
  const deliveries = deliveriesRepository(db);

  async function push(key: DeliveryKey, delivery: ClaimedDelivery): Promise<Outcome> {
    let reached = delivery.reached;
    let later: Later | null = null;
    await pushToDevices(delivery, async ({ key: target, outcome }) => {
      if (outcome.result === 'later') {
        later = { reason: outcome.reason, afterMs: Math.max(later?.afterMs ?? 0, outcome.afterMs ?? 0) };
        return;
      }
      if (outcome.result === 'sent') reached += 1;
      const error = 'reason' in outcome ? outcome.reason : '';
      await deliveries.recordDone(key, target, outcome.result === 'sent', error);
    });
    return { reached, later: later as Later | null };
  }

  async function text({ uid, title, body }: Notice): Promise<Outcome> {
    const to = await mobileOf(uid);
    if (to === '') return { reached: 0, later: null };
    try {
      await sms.send({ to, text: `${await appName()}: ${title}. ${body}` });
      return { reached: 1, later: null };
    } catch (error) {
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

  return function sendByChannel(key: DeliveryKey, delivery: ClaimedDelivery): Promise<Outcome> {
    switch (key.channel) {
      case 'push':
        return push(key, delivery);
      case 'sms':
        return text(delivery.notice);
      case 'email':
        return mail(delivery.notice);
    }
  };
}

export function createDeliverNotice(deps: DeliverNoticeDeps): JobHandlers {
  const { db, withTx, clock, logger, reachableByPush } = deps;
  const deliveries = deliveriesRepository(db);
  const sendByChannel = createSendByChannel(deps);

  /** Records the outcome of an attempt, and adds the job of the next one. */
  async function settle(
    key: DeliveryKey,
    { attempts, until, notice }: ClaimedDelivery,
    { reached, later, refused }: Outcome,
  ): Promise<void> {
    const stopRetrying = (reason: string) => {
      logger.warn(
        { kind: notice.kind, notice: key.notice, channel: key.channel, attempts, reason },
        'A notice could not be delivered',
      );
      return deliveries.finish(key, reached > 0 ? 'sent' : 'failed', reason);
    };
    if (refused !== undefined) return stopRetrying(refused);
    if (later === null) return deliveries.finish(key, reached > 0 ? 'sent' : 'failed');
    const nextAt = clock.now() + pauseAfter(attempts, later.afterMs);
    if (attempts < MOST_TRIES[key.channel] && nextAt < until)
      return withTx(async (tx) => {
        await deliveriesRepository(tx).tryAgain(key, nextAt, later.reason);
        const priority = deliverPriority(notice.source);
        await addJob(tx, DELIVER_JOB, { ...key }, { runAt: nextAt, priority });
      });
    await stopRetrying(later.reason);
  }

  async function deliver(key: DeliveryKey): Promise<void> {
    const now = clock.now();
    const delivery = await deliveries.claim(key, now + CLOCK_MS, now + LOST_AFTER_MS);
    if (delivery === null) return;
    const { notice, until } = delivery;
    // Read or expired notices are not delivered any more; a mail is a record, and goes out although it was read.
    if (notice.read_at !== null && key.channel !== 'email') return deliveries.finish(key, 'read');
    if (now >= until) return deliveries.finish(key, 'expired');
    await settle(key, delivery, await sendByChannel(key, delivery));
  }

  /** Sends some at a time; one that fails does not stop the others, and is tried again with the job. */
  async function deliverAll(keys: readonly DeliveryKey[]): Promise<void> {
    const errors: unknown[] = [];
    for (let start = 0; start < keys.length; start += SENT_AT_A_TIME) {
      const results = await Promise.allSettled(keys.slice(start, start + SENT_AT_A_TIME).map(deliver));
      for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} notices could not be delivered`);
  }

  return {
    [DELIVER_JOB]: (payload) => deliver(deliverPayload.parse(payload)),

    async [DELIVER_BATCH_JOB](payload) {
      const { channel, to } = deliverBatchPayload.parse(payload);
      const reachable =
        channel === 'push'
          ? await reachableByPush(to.map(({ uid }) => uid))
          : new Set(to.map(({ uid }) => uid));
      const unreachable = to.filter(({ uid }) => !reachable.has(uid));
      await deliveries.failAll(
        unreachable.map(({ notice }) => notice),
        channel,
      );
      const others = to.filter(({ uid }) => reachable.has(uid));
      await deliverAll(others.map(({ notice }) => ({ notice, channel })));
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

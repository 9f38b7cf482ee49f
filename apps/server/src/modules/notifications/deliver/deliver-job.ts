// The jobs that deliver notices by one channel: their names, what they are given, and what runs before them.
import { z } from 'zod';

export const channel = z.enum(['push', 'sms', 'email']);
export type Channel = z.infer<typeof channel>;

/** How the source of notices begins that come from a message to many people. */
export const CAMPAIGN_SOURCE = 'campaign:';

export const DELIVER_JOB = 'notifications.deliver';

export const deliverPayload = z.object({ notice: z.string(), channel });

/** The first attempt for all notices of one event: an offer to fifteen drivers is one job. */
export const DELIVER_BATCH_JOB = 'notifications.deliver-batch';

export const deliverBatchPayload = z.object({
  channel,
  to: z.array(z.object({ notice: z.string(), uid: z.string() })),
});

/** Most notices of one batch. */
export const BATCH_SIZE = 50;

/** Lowest priority: an offer to a driver does not wait behind thousands of messages. */
export const AFTER_ALL_ELSE = 10;

/** Messages to many people come after notices to one. */
export const deliverPriority = (source: string): number =>
  source.startsWith(CAMPAIGN_SOURCE) ? AFTER_ALL_ELSE : 0;

// Names, payloads and priorities of the jobs that deliver notices by one channel.
import { z } from 'zod';

export const channel = z.enum(['push', 'sms', 'email']);
export type Channel = z.infer<typeof channel>;

/** Prefix of the source of notices that belong to a campaign. */
export const CAMPAIGN_SOURCE = 'campaign:';

export const DELIVER_JOB = 'notifications.deliver';

export const deliverPayload = z.object({ notice: z.string(), channel });

/** First attempt for all notices of one event, so that an offer to fifteen drivers is one job. */
export const DELIVER_BATCH_JOB = 'notifications.deliver-batch';

export const deliverBatchPayload = z.object({
  channel,
  to: z.array(z.object({ notice: z.string(), uid: z.string() })),
});

/** Most notices in one batch. */
export const BATCH_SIZE = 50;

/** Lowest priority, so that an offer to a driver does not wait behind thousands of messages. */
export const LOWEST_PRIORITY = 10;

/** Campaigns are delivered after notices to single users. */
export const deliverPriority = (source: string): number =>
  source.startsWith(CAMPAIGN_SOURCE) ? LOWEST_PRIORITY : 0;

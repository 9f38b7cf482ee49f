// The job that delivers one notice by one channel: its name, what it is given, and what runs before it.
import { z } from 'zod';

export const channel = z.enum(['push', 'sms', 'email']);
export type Channel = z.infer<typeof channel>;

/** How the source of notices begins that come from a message to many people. */
export const CAMPAIGN_SOURCE = 'campaign:';

export const DELIVER_JOB = 'notifications.deliver';

export const deliverPayload = z.object({ notice: z.string(), channel });

/** Lowest priority: an offer to a driver does not wait behind thousands of messages. */
export const AFTER_ALL_ELSE = 10;

/** Messages to many people come after notices to one. */
export const deliverPriority = (source: string): number =>
  source.startsWith(CAMPAIGN_SOURCE) ? AFTER_ALL_ELSE : 0;

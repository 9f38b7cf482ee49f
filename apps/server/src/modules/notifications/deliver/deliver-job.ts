// The name of the job that delivers one notice by one channel, and what it is given.
import { z } from 'zod';

export const DELIVER_JOB = 'notifications.deliver';

export const deliverPayload = z.object({ notice: z.string(), channel: z.enum(['push', 'sms']) });

// Message and topic schemas of the live socket, in both directions. The server answers any other message with an error
// message.
import { z } from 'zod';
import { positionInput } from './routes/me.ts';

/** Topics of the signed-in user, topics shared by all users, and topics of one object, written "booking:<id>". */
export const liveTopicNames = [
  'me',
  'bookings',
  'tasks',
  'drivers',
  'people',
  'catalog',
  'money',
  'alerts',
  'calls',
] as const;
export const liveObjectTopicNames = ['booking', 'chat'] as const;

/**
 * Pattern of a UUID, the only form of id that the database can read; topics with other ids are rejected before any
 * lookup.
 */
const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const liveTopic = z
  .string()
  .regex(new RegExp(`^(${liveTopicNames.join('|')}|(${liveObjectTopicNames.join('|')}):${ID})$`));
const objectId = z.string().regex(new RegExp(`^${ID}$`));
const chatTopic = z.string().regex(new RegExp(`^chat:${ID}$`));

export const liveClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(200) }),
  z.object({
    type: z.literal('subscribe'),
    topics: z.array(liveTopic).min(1).max(50),
    since: z.number().int().min(0).optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), topics: z.array(liveTopic).min(1).max(50) }),
  positionInput.extend({ type: z.literal('position') }),
  /** The sender is typing in this chat; forwarded to the other party and not stored. */
  z.object({ type: z.literal('typing'), topic: chatTopic }),
  /** The driver's screen shows the offer of this booking, so no push message is needed. */
  z.object({ type: z.literal('offer-shown'), booking: objectId }),
  z.object({ type: z.literal('ping') }),
]);
export type LiveClientMessage = z.infer<typeof liveClientMessage>;

/** Live events carry ids and statuses only; clients read the object itself through the API. */
export const liveEventName = z.enum([
  'me.changed',
  'booking.created',
  'booking.changed',
  'recurring-booking.changed',
  'task.offered',
  'task.withdrawn',
  'catalog.changed',
  'chat.message',
  'chat.read',
  'payment.changed',
  'withdraw.changed',
  'vehicle.changed',
  'user.created',
  'user.changed',
  'user.reviewed',
  'user.deleted',
  'notice.created',
  'notice.read',
  'notification.changed',
  'alert.changed',
  'call.changed',
]);
export type LiveEventName = z.infer<typeof liveEventName>;

export const liveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), uid: z.string().nullable(), seq: z.number() }),
  z.object({ type: z.literal('subscribed'), topics: z.array(z.string()), seq: z.number() }),
  z.object({
    type: z.literal('event'),
    topic: z.string(),
    /** Position of the event in the outbox, strictly increasing. */
    seq: z.number(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal('position'),
    topic: z.string(),
    driver: z.string(),
    lat: z.number(),
    lng: z.number(),
    at: z.number(),
    heading: z.number().nullable(),
  }),
  /** Remaining distance in km and time in seconds, sent on the topic of a booking. */
  z.object({
    type: z.literal('eta'),
    topic: z.string(),
    to: z.enum(['pickup', 'drop']),
    time_in_secs: z.number(),
    distance_in_km: z.number(),
    polyline: z.string(),
  }),
  /** The other party is typing in the chat of this topic. */
  z.object({ type: z.literal('typing'), topic: z.string(), from: z.string() }),
  z.object({ type: z.literal('error'), code: z.string(), topic: z.string().optional() }),
  /** All events up to `seq` of the subscribed topics have been sent before; servers of earlier versions send none. */
  z.object({ type: z.literal('pong'), seq: z.number().optional() }),
]);
export type LiveServerMessage = z.infer<typeof liveServerMessage>;

// Subscribes a connection to topics: checks the modules' policies and replays missed events from the outbox without
// gaps or duplicates.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode } from '@kerb/domain/kernel';
import { pendingRefusal, settledActor } from '../http/second-factor.ts';
import type { OutboxRepository } from '../outbox/outbox.repository.ts';
import type { RecentEvents } from '../outbox/recent-events.ts';
import type { Audience } from './audience.ts';
import type { Connection } from './connection.ts';
import type { TopicPolicies } from './topic-policy.ts';

const READ_BATCH = 500;
const MAX_TOPICS = 100;

export interface SubscribeDeps {
  policies: TopicPolicies;
  outbox: OutboxRepository;
  /** Events that are not read from the outbox again. */
  recent: Pick<RecentEvents, 'covers' | 'readTopicsSince'>;
  audience: Audience;
  /** Position up to which events were published to the live sockets of this server. */
  position: () => number;
  /** Called for a topic that the caller may not subscribe to, with the error code sent to the client. */
  onRefused: (code: ErrorCode) => void;
}

/** Resolves a client's topic to internal topics; null when the caller may not read it. */
export async function authorise(
  policies: TopicPolicies,
  connection: Connection,
  topic: string,
): Promise<readonly string[] | null> {
  const [prefix = '', id = null] = topic.split(':');
  const policy = Object.hasOwn(policies, prefix) ? policies[prefix] : undefined;
  return policy ? policy(settledActor(connection.actor), id) : null;
}

export function leaveTopic(audience: Audience, connection: Connection, topic: string): void {
  const subscription = connection.subscriptions.get(topic);
  if (!subscription) return;
  audience.leave(connection, topic, subscription.internal);
  connection.subscriptions.delete(topic);
}

async function join(
  deps: SubscribeDeps,
  connection: Connection,
  topic: string,
  since: number,
): Promise<boolean> {
  const isFull = connection.subscriptions.size >= MAX_TOPICS && !connection.subscriptions.has(topic);
  const internal = isFull ? null : await authorise(deps.policies, connection, topic);
  if (internal === null) {
    const refused = connection.actor === null ? 'not_logged_in' : 'forbidden';
    const code = isFull ? 'too_many_requests' : (pendingRefusal(connection.actor) ?? refused);
    connection.send({ type: 'error', code, topic });
    deps.onRefused(code);
    return false;
  }
  // The socket closed while the policy was evaluated: the subscription would never be removed.
  if (connection.isGone) return false;
  leaveTopic(deps.audience, connection, topic);
  connection.subscriptions.set(topic, { internal: new Set(internal), position: since, waiting: [] });
  deps.audience.join(connection, topic, internal);
  return true;
}

/**
 * Replays the events that the topics missed, while new events are buffered. The last page reaches the live position.
 */
async function catchUp(
  deps: SubscribeDeps,
  connection: Connection,
  topics: string[],
  since: number,
): Promise<void> {
  const internal = [
    ...new Set(topics.flatMap((topic) => [...(connection.subscriptions.get(topic)?.internal ?? [])])),
  ];
  let position = since;
  for (;;) {
    const events =
      deps.recent.readTopicsSince(internal, position, READ_BATCH) ??
      (await deps.outbox.readTopicsSince(internal, position, READ_BATCH));
    for (const event of events) {
      connection.replay(topics, event);
      position = event.position;
    }
    if (events.length < READ_BATCH) return;
    // Lets the socket send this page, and the server serve others, before the next page is read from memory.
    await nextTurn();
    if (connection.isGone) return;
  }
}

export async function subscribe(
  deps: SubscribeDeps,
  connection: Connection,
  topics: readonly string[],
  since: number | undefined,
): Promise<void> {
  // Subscribes before reading, so that every event is in the read pages, in the buffer, or in both.
  const live = deps.position();
  const from = since === undefined || since > live ? live : since;
  const joined: string[] = [];
  for (const topic of new Set(topics)) if (await join(deps, connection, topic, from)) joined.push(topic);
  if (joined.length === 0) return;
  if (from < deps.position()) {
    if (!deps.recent.covers(from) && from < (await deps.outbox.removedThrough())) {
      for (const topic of joined) connection.send({ type: 'error', code: 'resume_too_old', topic });
    }
    await catchUp(deps, connection, joined, from);
  }
  connection.goLive(joined);
  connection.send({ type: 'subscribed', topics: joined, seq: deps.position() });
}

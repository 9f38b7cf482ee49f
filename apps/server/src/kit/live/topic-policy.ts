// Who may subscribe to a live topic: the live counterpart of a route's policy line.
import type { Actor } from '../http/actor.ts';

/**
 * For a client's topic ("booking:<id>" → prefix `booking`, id `<id>`; "me" → prefix `me`, id null): the internal
 * topics whose events it carries, or null when this caller may not read it.
 */
export type TopicPolicy = (actor: Actor | null, id: string | null) => Promise<readonly string[] | null>;

/** By the topic's prefix: `{ me: …, booking: … }`. */
export type TopicPolicies = Readonly<Record<string, TopicPolicy>>;

// Types of the policies that authorise subscriptions to live topics, like the policy of a route.
import type { Actor } from '../http/actor.ts';

/**
 * Resolves a client's topic ("booking:<id>" → prefix `booking`, id `<id>`; "me" → prefix `me`, id null) to the internal
 * topics whose events it carries; null when the caller may not subscribe.
 */
export type TopicPolicy = (actor: Actor | null, id: string | null) => Promise<readonly string[] | null>;

/** Policies by topic prefix: `{ me: …, booking: … }`. */
export type TopicPolicies = Readonly<Record<string, TopicPolicy>>;

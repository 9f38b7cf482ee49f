// The interface that every module returns to the composition root.
import type { BoundRoute } from './http/route.ts';
import type { JobHandlers } from './jobs/add-job.ts';
import type { TopicPolicies } from './live/topic-policy.ts';
import type { Subscriber } from './outbox/subscriber.ts';

export interface ServerModule {
  readonly routes?: readonly BoundRoute[];
  readonly subscribers?: readonly Subscriber[];
  readonly jobs?: JobHandlers;
  /** Jobs that run on a schedule: name → "minute hour day month weekday" (UTC). */
  readonly schedules?: Readonly<Record<string, string>>;
  readonly topicPolicies?: TopicPolicies;
}

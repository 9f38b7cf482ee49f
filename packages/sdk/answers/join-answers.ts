// Puts the cache of answers into a running store, empties it when another person signs in, and connects it to live events.
import type { Middleware } from '@reduxjs/toolkit';
import type { Live, TopicMessage } from '../live/index.ts';
import type { KerbStore, RootState } from '../store/index.ts';
import { joinSlices } from '../store/joined/join-slices.ts';
import type { Answers } from './answers-api.ts';
import { reducerPath } from './definitions.ts';
import { outdatedByLive, topicsOf } from './live-tags.ts';
import { createTagThrottle } from './tag-throttle.ts';
import { type AskedWith, tagsOf, tagTypes } from './tags.ts';

export type LiveSource = Pick<Live, 'subscribe' | 'state' | 'onState'>;
type AnswersState = ReturnType<Answers['reducer']>;
export interface JoinedState {
  readonly [reducerPath]: AnswersState;
}

const hasJoined = (state: object): state is JoinedState => reducerPath in state;

/** The state of a store that the answers have joined. */
export function joinedState(state: object): JoinedState {
  if (!hasJoined(state)) throw new TypeError('The cache of answers has not joined the store');
  return state;
}

const isAsked = (value: unknown): value is AskedWith => typeof value === 'object' && value !== null;

/** The route of an endpoint: a list that grows page by page has an endpoint beside the one of its route. */
const routeOf = (endpoint: string): string => endpoint.replace(/Pages$/, '');

/** The topics that announce changes of what is cached. */
export function topicsOfCached(state: AnswersState): Set<string> {
  const topics = new Set<string>();
  for (const entry of Object.values(state.queries)) {
    const { endpointName = '', originalArgs } = entry ?? {};
    if (endpointName === '') continue;
    const asked: unknown = originalArgs;
    for (const tag of tagsOf(routeOf(endpointName), isAsked(asked) ? asked : null)) {
      for (const topic of topicsOf(tag)) topics.add(topic);
    }
  }
  return topics;
}

/** Subscribes to the topics of what is cached, and to no other. */
function createFollowTopics(live: LiveSource, onMessage: (message: TopicMessage) => void) {
  const subscribed = new Map<string, () => void>();
  return function followTopics(wanted: ReadonlySet<string>): void {
    for (const [topic, stop] of subscribed) {
      if (wanted.has(topic)) continue;
      subscribed.delete(topic);
      stop();
    }
    for (const topic of wanted) {
      if (!subscribed.has(topic)) subscribed.set(topic, live.subscribe(topic, onMessage));
    }
  };
}

/** Another person's answers are never shown: they go with the session they were read in. */
function createSessionEnd(answers: Answers): Middleware<object, RootState> {
  return (api) => (next) => (action) => {
    const before = api.getState().auth;
    const result = next(action);
    const after = api.getState().auth;
    // Who is signed in at the start is not known yet: what was read until then is theirs.
    if (before.known && before.info?.id !== after.info?.id) api.dispatch(answers.util.resetApiState());
    return result;
  };
}

function createLiveUpdates(answers: Answers, live: LiveSource): Middleware<object, RootState> {
  return (api) => {
    const outOfDate = createTagThrottle((tags) => api.dispatch(answers.util.invalidateTags([...tags])));
    const followTopics = createFollowTopics(live, (message) => {
      if (message.type === 'event') outOfDate.invalidate(outdatedByLive(message));
    });
    // What was read before the connection was there may have missed a change.
    live.onState((state) => {
      if (state === 'open') api.dispatch(answers.util.invalidateTags([...tagTypes]));
    });
    let followed: AnswersState['queries'] | null = null;
    return (next) => (action) => {
      const result = next(action);
      const cached = joinedState(api.getState())[reducerPath];
      if (cached.queries !== followed) {
        followed = cached.queries;
        followTopics(topicsOfCached(cached));
      }
      return result;
    };
  };
}

/** Doing it again changes nothing. */
export function joinAnswers(store: KerbStore, answers: Answers, live: LiveSource): void {
  if (hasJoined(store.getState())) return;
  joinSlices(store, { [reducerPath]: answers.reducer });
  store.addMiddleware(answers.middleware, createSessionEnd(answers), createLiveUpdates(answers, live));
}

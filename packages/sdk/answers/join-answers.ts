// Joins the response cache to a running store, clears it when another user signs in, and invalidates it on live events.
import type { Track } from '@kerb/contract';
import { isAnyOf, type Middleware } from '@reduxjs/toolkit';
import type { Live, LiveState, TopicMessage } from '../live/index.ts';
import {
  changeSettings,
  type KerbStore,
  languagesKnown,
  type RootState,
  updateProfile,
} from '../store/index.ts';
import { joinSlices } from '../store/joined/join-slices.ts';
import type { Answers } from './answers-api.ts';
import { reducerPath } from './definitions.ts';
import {
  type AnswersState,
  hasJoined,
  type JoinedDispatch,
  type JoinedState,
  joinedState,
  tagsOfEntry,
} from './joined-state.ts';
import { outdatedByLive, topicsOf } from './live-tags.ts';
import { createRefetchInvalidated } from './refetch-invalidated.ts';
import { createTagThrottle, type TagThrottle } from './tag-throttle.ts';
import { type Tag, tagTypes } from './tags.ts';

export type LiveSource = Pick<Live, 'subscribe' | 'state' | 'onState'>;
/** Returns the live topics that announce changes of cached responses. */
export function topicsOfCached(state: AnswersState): Set<string> {
  const topics = new Set<string>();
  for (const entry of Object.values(state.queries)) {
    for (const tag of tagsOfEntry(entry)) {
      for (const topic of topicsOf(tag)) topics.add(topic);
    }
  }
  return topics;
}

/** Returns the tags of the responses whose request failed. */
function tagsOfFailed(state: AnswersState): readonly Tag[] {
  return Object.values(state.queries).flatMap((entry) =>
    entry?.status === 'rejected' ? tagsOfEntry(entry) : [],
  );
}

/**
 * Creates the handler of connection states. A restored connection replays missed events, so only failed responses must
 * be refetched.
 */
function createOnState(live: LiveSource, onFirst: () => void, onAgain: () => void) {
  let wasOpen = live.state() === 'open';
  return function onState(state: LiveState): void {
    if (state === 'off') wasOpen = false;
    if (state !== 'open') return;
    if (wasOpen) onAgain();
    else onFirst();
    wasOpen = true;
  };
}

/** Subscribes to the topics of cached responses, and unsubscribes from all others. */
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

/** Returns the changed position of the car or the remaining route from a message; null for other messages. */
function movedBy(message: TopicMessage): Partial<Track> | null {
  switch (message.type) {
    case 'position': {
      const { lat, lng, heading, at } = message;
      return { driver: { lat, lng, heading, at } };
    }
    case 'eta': {
      const { to, time_in_secs, distance_in_km, polyline } = message;
      return { ahead: { to, time_in_secs, distance_in_km, polyline } };
    }
    case 'event':
    case 'typing':
      return null;
  }
}

/** Writes positions into the cached track of their booking, so that it is not refetched for each position. */
function createPatchTrack(answers: Answers, dispatch: JoinedDispatch, outOfDate: TagThrottle) {
  return function patchTrack(state: JoinedState, message: TopicMessage): void {
    const moved = movedBy(message);
    const [topic, id = ''] = message.topic.split(':');
    if (moved === null || topic !== 'booking') return;
    const asked = { params: { id } };
    const { isUninitialized, data } = answers.endpoints.trackBooking.select(asked)(state);
    if (isUninitialized) return;
    if (data === undefined) outOfDate.invalidate([{ type: 'tracking', id }]);
    else
      dispatch(answers.util.updateQueryData('trackBooking', asked, (track) => Object.assign(track, moved)));
  };
}

/** Clears the cache when another user signs in, so that responses of the previous session are never rendered. */
function createSessionEnd(answers: Answers): Middleware<object, RootState> {
  return (api) => (next) => (action) => {
    const before = api.getState().auth;
    const result = next(action);
    const after = api.getState().auth;
    // At the start the session is unknown; responses read until it is known belong to the user of that session.
    if (before.known && before.info?.id !== after.info?.id) api.dispatch(answers.util.resetApiState());
    return result;
  };
}

/**
 * Updates the slices of the first load (settings, languages and the user's own record) from responses that contain
 * them.
 */
function createFirstLoadUpdates({ endpoints }: Answers): Middleware<object, RootState> {
  const isOwnRecord = isAnyOf(
    endpoints.updateProfile.matchFulfilled,
    endpoints.verifyEmail.matchFulfilled,
    endpoints.setPhoto.matchFulfilled,
    endpoints.removePhoto.matchFulfilled,
    endpoints.disconnectSocial.matchFulfilled,
    endpoints.setDuty.matchFulfilled,
  );
  return (api) => (next) => (action) => {
    // Ignores a response that arrives after another user has signed in.
    if (isOwnRecord(action) && action.payload.id === api.getState().auth.info?.id)
      api.dispatch(updateProfile.fulfilled(action.payload, '', {}));
    if (endpoints.editSettings.matchFulfilled(action)) api.dispatch(changeSettings(action.payload));
    if (endpoints.listLanguages.matchFulfilled(action)) api.dispatch(languagesKnown(action.payload.items));
    return next(action);
  };
}

/**
 * Writes the response of a changed language into the cache, so that editors continue from its version without a
 * refetch.
 */
function createLanguageUpdates({ endpoints, util }: Answers): Middleware<object, RootState, JoinedDispatch> {
  const isLanguage = isAnyOf(endpoints.editLanguage.matchFulfilled, endpoints.importLanguage.matchFulfilled);
  return (api) => (next) => (action) => {
    if (isLanguage(action)) {
      const language = action.payload;
      const asked = { params: { id: language.id } };
      api.dispatch(util.updateQueryData('getLanguage', asked, () => language));
    }
    return next(action);
  };
}

function createLiveUpdates(
  answers: Answers,
  live: LiveSource,
): Middleware<object, RootState, JoinedDispatch> {
  return (api) => {
    const outOfDate = createTagThrottle((tags) => api.dispatch(answers.util.invalidateTags([...tags])));
    const patchTrack = createPatchTrack(answers, api.dispatch, outOfDate);
    const followTopics = createFollowTopics(live, (message) => {
      if (message.type === 'event') outOfDate.invalidate(outdatedByLive(message));
      else patchTrack(joinedState(api.getState()), message);
    });
    live.onState(
      createOnState(
        live,
        // Responses read before the connection was open may have missed a change.
        () => api.dispatch(answers.util.invalidateTags([...tagTypes])),
        () => outOfDate.invalidate(tagsOfFailed(joinedState(api.getState())[reducerPath])),
      ),
    );
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

/** Joins the cache to the store; calling it again has no effect. */
export function joinAnswers(store: KerbStore, answers: Answers, live: LiveSource): void {
  if (hasJoined(store.getState())) return;
  joinSlices(store, { [reducerPath]: answers.reducer });
  store.addMiddleware(
    answers.middleware,
    createRefetchInvalidated(answers),
    createSessionEnd(answers),
    createFirstLoadUpdates(answers),
    createLanguageUpdates(answers),
    createLiveUpdates(answers, live),
  );
}

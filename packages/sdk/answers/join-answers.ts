// Puts the cache of answers into a running store, empties it when another person signs in, and connects it to live events.
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
import { createReadAgain } from './read-again.ts';
import { createTagThrottle, type TagThrottle } from './tag-throttle.ts';
import { type Tag, tagTypes } from './tags.ts';

export type LiveSource = Pick<Live, 'subscribe' | 'state' | 'onState'>;
/** The topics that announce changes of what is cached. */
export function topicsOfCached(state: AnswersState): Set<string> {
  const topics = new Set<string>();
  for (const entry of Object.values(state.queries)) {
    for (const tag of tagsOfEntry(entry)) {
      for (const topic of topicsOf(tag)) topics.add(topic);
    }
  }
  return topics;
}

/** The tags of the answers that could not be read. */
function tagsOfFailed(state: AnswersState): readonly Tag[] {
  return Object.values(state.queries).flatMap((entry) =>
    entry?.status === 'rejected' ? tagsOfEntry(entry) : [],
  );
}

/** A connection that is there again replays what was missed: only failed answers have to be read again. */
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

/** What a message says of the car and the remaining route; null for other messages. */
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

/** Puts positions into the track of their booking, so that it is not read again for each. */
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

/** The first load has settings, languages and the user's own record in slices: answers that have them replace those. */
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
    // An answer that comes after another person signed in is not theirs.
    if (isOwnRecord(action) && action.payload.id === api.getState().auth.info?.id)
      api.dispatch(updateProfile.fulfilled(action.payload, '', {}));
    if (endpoints.editSettings.matchFulfilled(action)) api.dispatch(changeSettings(action.payload));
    if (endpoints.listLanguages.matchFulfilled(action)) api.dispatch(languagesKnown(action.payload.items));
    return next(action);
  };
}

/** A change of a language answers with all of it: editors go on from its version without waiting for the next reading. */
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
        // What was read before the connection was there may have missed a change.
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

/** Doing it again changes nothing. */
export function joinAnswers(store: KerbStore, answers: Answers, live: LiveSource): void {
  if (hasJoined(store.getState())) return;
  joinSlices(store, { [reducerPath]: answers.reducer });
  store.addMiddleware(
    answers.middleware,
    createReadAgain(answers),
    createSessionEnd(answers),
    createFirstLoadUpdates(answers),
    createLanguageUpdates(answers),
    createLiveUpdates(answers, live),
  );
}

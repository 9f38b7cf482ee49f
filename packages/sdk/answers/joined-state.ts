// Types of the store's state with the joined response cache, and the tags of its cached responses.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Answers } from './answers-api.ts';
import { reducerPath } from './definitions.ts';
import { type RequestArgs, type Tag, tagsOf } from './tags.ts';

export type AnswersState = ReturnType<Answers['reducer']>;
export interface JoinedState {
  readonly [reducerPath]: AnswersState;
}
export type JoinedDispatch = ThunkDispatch<JoinedState, unknown, UnknownAction>;

export const hasJoined = (state: object): state is JoinedState => reducerPath in state;

export function joinedState(state: object): JoinedState {
  if (!hasJoined(state)) throw new TypeError('The cache of answers has not joined the store');
  return state;
}

const isAsked = (value: unknown): value is RequestArgs => typeof value === 'object' && value !== null;

/** A list loaded page by page has an endpoint of its own, `<route>Pages`. */
const routeOf = (endpoint: string): string => endpoint.replace(/Pages$/, '');

/** Returns the tags of a cache entry; an empty list for an entry without a request. */
export function tagsOfEntry(entry: AnswersState['queries'][string]): readonly Tag[] {
  const { endpointName = '', originalArgs } = entry ?? {};
  const asked: unknown = originalArgs;
  return endpointName === '' ? [] : tagsOf(routeOf(endpointName), isAsked(asked) ? asked : null);
}

// The state of a store that the answers have joined, and what each cached answer in it is about.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Answers } from './answers-api.ts';
import { reducerPath } from './definitions.ts';
import { type AskedWith, type Tag, tagsOf } from './tags.ts';

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

const isAsked = (value: unknown): value is AskedWith => typeof value === 'object' && value !== null;

/** A list that grows page by page has an endpoint beside the one of its route. */
const routeOf = (endpoint: string): string => endpoint.replace(/Pages$/, '');

/** Of an entry of the cache; none before it was asked. */
export function tagsOfEntry(entry: AnswersState['queries'][string]): readonly Tag[] {
  const { endpointName = '', originalArgs } = entry ?? {};
  const asked: unknown = originalArgs;
  return endpointName === '' ? [] : tagsOf(routeOf(endpointName), isAsked(asked) ? asked : null);
}

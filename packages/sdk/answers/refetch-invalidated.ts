// Refetches a response that was invalidated while its request was in progress.
import { isAction, type Middleware, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { ApiError } from '../client/index.ts';
import type { RootState } from '../store/index.ts';
import type { Answers } from './answers-api.ts';
import { reducerPath } from './definitions.ts';
import { type JoinedDispatch, type JoinedState, joinedState, tagsOfEntry } from './joined-state.ts';
import { outdatedAfter, type Tag } from './tags.ts';

interface Ended {
  readonly type: string;
  readonly payload?: unknown;
  readonly meta: {
    readonly arg: { readonly endpointName: string; readonly queryCacheKey?: string };
    /** True for a request that was skipped without being sent. */
    readonly condition?: boolean;
  };
}
const endings = new RegExp(`^${reducerPath}/execute(Query|Mutation)/(fulfilled|rejected)$`);
const isEnded = (action: unknown): action is Ended => isAction(action) && endings.test(action.type);

interface Endpoint {
  readonly initiate: (
    asked: unknown,
    options: { readonly forceRefetch: true; readonly subscribe: false },
  ) => ThunkAction<unknown, JoinedState, unknown, UnknownAction>;
}
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'initiate' in value;

/** Returns the tags that an action invalidates. */
function outdatedTags({ util }: Answers, action: unknown): readonly Tag[] {
  if (util.invalidateTags.match(action))
    return action.payload.flatMap((tag) => {
      if (tag === null || tag === undefined) return [];
      if (typeof tag === 'string') return [{ type: tag }];
      return [tag.id === undefined ? { type: tag.type } : { type: tag.type, id: String(tag.id) }];
    });
  if (!isEnded(action) || !action.type.includes('Mutation')) return [];
  const { payload, meta } = action;
  if (action.type.endsWith('rejected') && !(payload instanceof ApiError)) return [];
  return outdatedAfter(meta.arg.endpointName, payload);
}

const isHit = (own: Tag, { type, id }: Tag): boolean =>
  own.type === type && (id === undefined || own.id === id);

/**
 * RTK Query ignores the invalidation of a response whose request is in progress, although that response may be older
 * than the change. Its alternative, delaying every invalidation until no request is in progress, lets one slow request
 * block all updates.
 */
export function createRefetchInvalidated(answers: Answers): Middleware<object, RootState, JoinedDispatch> {
  const outdated = new Set<string>();
  return (api) => (next) => (action) => {
    const tags = outdatedTags(answers, action);
    const before = joinedState(api.getState())[reducerPath].queries;
    for (const [key, entry] of tags.length === 0 ? [] : Object.entries(before)) {
      const isReading = entry?.status === 'pending';
      if (isReading && tagsOfEntry(entry).some((own) => tags.some((tag) => isHit(own, tag))))
        outdated.add(key);
    }
    const result = next(action);
    if (answers.util.resetApiState.match(action)) outdated.clear();
    const isSent = isEnded(action) && action.meta.condition !== true;
    const ended = isSent ? action.meta.arg.queryCacheKey : undefined;
    if (ended === undefined || !outdated.delete(ended)) return result;
    const entry = joinedState(api.getState())[reducerPath].queries[ended];
    const endpoint: unknown = Reflect.get(answers.endpoints, entry?.endpointName ?? '');
    if (entry && isEndpoint(endpoint))
      api.dispatch(endpoint.initiate(entry.originalArgs, { forceRefetch: true, subscribe: false }));
    return result;
  };
}

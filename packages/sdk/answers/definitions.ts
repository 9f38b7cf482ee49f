// Types of the endpoints, inferred from the routes: input, response and possible errors.
import type { PeopleRouteName, RouteAnswer, RouteName, Routes } from '@kerb/contract';
import type {
  BaseQueryFn,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query';
import type { ApiError, CallOptions, InputOf } from '../client/index.ts';
import type { readByPost } from './answer-table.ts';
import type { TagType } from './tags.ts';

export const reducerPath = 'answers';

/** Error codes that any route may return in addition to those that it declares. */
type CommonErrorCode =
  | 'not_logged_in'
  | 'forbidden'
  | 'bad_origin'
  | 'needs_second_factor'
  | 'second_factor_setup_required'
  | 'second_factor_required'
  | 'invalid_input'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'request_in_progress'
  | 'conflict'
  | 'idempotency_key_reused'
  | 'too_many_requests'
  | 'overloaded'
  | 'unavailable'
  | 'internal'
  | 'network_error'
  | 'unexpected_answer';

/** Error of a route, with the codes that can occur. */
export type AnswerError<N extends RouteName> = ApiError & {
  readonly code: Routes[N]['errors'][number] | CommonErrorCode;
};

/** The only type with which TypeScript lets a caller leave out an argument. */
type Omitted = ReturnType<() => void>;
type Optional<Input> = unknown extends Input
  ? Omitted
  : Record<never, never> extends Input
    ? Input | Omitted
    : Input;

/** Input of a query: `{ params?, query? }`, each only when the route declares it. */
export type ReadInput<N extends RouteName> = Optional<InputOf<Routes[N]>>;
/** Input of a mutation. Calls with the same `idempotencyKey` have one effect. */
export type ChangeInput<N extends RouteName> = Optional<
  InputOf<Routes[N]> & Pick<CallOptions, 'idempotencyKey' | 'timeoutMs'>
>;

type ReadByPost = (typeof readByPost)[number];
type IsRead<R> = R extends { readonly method: 'GET' }
  ? R extends { readonly binary: string }
    ? false
    : true
  : false;
interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

export type ReadName =
  | {
      [N in PeopleRouteName]: IsRead<Routes[N]> extends true ? N : never;
    }[PeopleRouteName]
  | ReadByPost;
export type ChangeName = Exclude<PeopleRouteName, ReadName>;
export type PagedName = { [N in ReadName]: RouteAnswer<Routes[N]> extends Page ? N : never }[ReadName];

type Asked<N extends RouteName, Input> = BaseQueryFn<Input, RouteAnswer<Routes[N]>, AnswerError<N>>;

/**
 * GET routes and `readByPost` as queries, all others as mutations, and an additional `<name>Pages` for lists that are
 * loaded page by page.
 */
export type Definitions = {
  [N in ReadName]: QueryDefinition<
    ReadInput<N>,
    Asked<N, ReadInput<N>>,
    TagType,
    RouteAnswer<Routes[N]>,
    typeof reducerPath
  >;
} & {
  [N in ChangeName]: MutationDefinition<
    ChangeInput<N>,
    Asked<N, ChangeInput<N>>,
    TagType,
    RouteAnswer<Routes[N]>,
    typeof reducerPath
  >;
} & {
  [N in PagedName as `${N}Pages`]: InfiniteQueryDefinition<
    ReadInput<N>,
    string | null,
    Asked<N, ReadInput<N>>,
    TagType,
    RouteAnswer<Routes[N]>,
    typeof reducerPath
  >;
};

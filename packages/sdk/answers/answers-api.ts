// Response cache: every route of the contract as an RTK Query query or mutation. Its state is in the store that it is
// joined to.
import type { RouteName } from '@kerb/contract';
import type {
  Api,
  ApiModules,
  BaseQueryFn,
  CoreModule,
  CreateApi,
  EndpointBuilder,
  EndpointDefinitions,
} from '@reduxjs/toolkit/query';
import { answerTable } from './answer-table.ts';
import { answerFrom, type Question } from './base-query.ts';
import { type Definitions, reducerPath } from './definitions.ts';
import { outdatedAfter, type RequestArgs, type TagType, tagsOf, tagTypes } from './tags.ts';

interface Asked extends RequestArgs {
  readonly query?: object;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
}
type Argument = Asked | undefined;
type Builder = EndpointBuilder<typeof answerFrom, TagType, typeof reducerPath>;

/** Timeouts in ms of requests without whose response a screen is of no use, so that the client retries them early. */
const shortTimeouts: Readonly<Record<string, number>> = { getBooking: 8_000 } satisfies Partial<
  Record<RouteName, number>
>;

function questionOf(route: string, asked: Argument): Question {
  const { idempotencyKey, timeoutMs = shortTimeouts[route], ...input } = asked ?? {};
  return { route, input, options: { idempotencyKey, timeoutMs } };
}

const readOf = (build: Builder, route: string) =>
  build.query<unknown, Argument>({
    query: (asked) => questionOf(route, asked),
    providesTags: (_answer, _error, asked) => tagsOf(route, asked),
  });

interface Page {
  readonly nextCursor: string | null;
}

const pagesOf = (build: Builder, route: string) =>
  build.infiniteQuery<Page, Argument, string | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    },
    query: ({ queryArg, pageParam }) => {
      const query = { ...queryArg?.query, cursor: pageParam ?? undefined };
      return questionOf(route, { ...queryArg, query });
    },
    providesTags: (_answer, _error, asked) => tagsOf(route, asked),
  });

const changeOf = (build: Builder, route: string) =>
  build.mutation<unknown, Argument>({
    query: (asked) => questionOf(route, asked),
    invalidatesTags: (_answer, error) => outdatedAfter(route, error),
  });

function endpointsOf(build: Builder): object {
  const endpoints: Record<string, object> = {};
  for (const [route, { kind }] of Object.entries(answerTable)) {
    const isRead = kind === 'read' || kind === 'pages';
    endpoints[route] = isRead ? readOf(build, route) : changeOf(build, route);
    if (kind === 'pages') endpoints[`${route}Pages`] = pagesOf(build, route);
  }
  return endpoints;
}

const isComplete = (endpoints: object): endpoints is Definitions =>
  Object.keys(answerTable).every((route) => route in endpoints);

type ModuleName = keyof ApiModules<BaseQueryFn, EndpointDefinitions, string, string>;

/**
 * Creates the API with `createApi` of RTK Query's core, or of its React part for endpoints with hooks. Endpoints have
 * the names of the routes: `endpoints.listPromos.useQuery({ query })` and `endpoints.addPromo.useMutation()`.
 */
export function createAnswers<Modules extends ModuleName>(createApi: CreateApi<Modules>) {
  return createApi({
    reducerPath,
    tagTypes,
    baseQuery: answerFrom,
    // Cached data is rendered at once and refetched in the background.
    refetchOnMountOrArgChange: true,
    // A slow request must not delay the invalidation of all other responses; see refetch-invalidated.ts.
    invalidationBehavior: 'immediately',
    endpoints: (build): Definitions => {
      const endpoints = endpointsOf(build);
      if (!isComplete(endpoints)) throw new TypeError('The table of answers is incomplete');
      return endpoints;
    },
  });
}

export type Answers = Api<typeof answerFrom, Definitions, typeof reducerPath, TagType, CoreModule>;

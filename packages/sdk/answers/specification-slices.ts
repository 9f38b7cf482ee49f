// Slices of the specification that are read from the response cache: their fetches as thunks, their data as selectors.
import type { RouteInput, Routes } from '@kerb/contract';
import { createSelector } from '@reduxjs/toolkit';
import { ApiError } from '../client/index.ts';
import { type AsyncState, failed, noError } from '../store/async-slice.ts';
import type { Answers } from './answers-api.ts';

type EarningsQuery = NonNullable<RouteInput<Routes['getEarnings']>['query']>;
type DriverEarningsQuery = NonNullable<RouteInput<Routes['getDriverEarnings']>['query']>;

/** A cache entry: status, data and error of one query. */
interface Reading<Answer> {
  readonly status: string;
  readonly data?: Answer;
  readonly error?: unknown;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/**
 * Converts a cache entry to the states of a slice: fetch, then success (data stored, loading off) or failed (data
 * cleared, error flagged with its code).
 */
function sliceOf<Answer, Data>(
  { status, data, error }: Reading<Answer>,
  store: (answer: Answer | null) => Data,
): AsyncState<Data> {
  const isFailed = status === 'rejected';
  const known = error === undefined ? (data ?? null) : null;
  return {
    ...store(known),
    loading: status === 'pending',
    error: isFailed ? failed(codeOf(error)) : noError,
  };
}

const again = { forceRefetch: true } as const;

/** Creates the slices for a store that `answers` has joined. Signing out clears them together with the cache. */
export function createSpecificationSlices({ endpoints }: Answers) {
  const { getCancelReasons, getDriverEarnings, getEarnings, getPaymentProviders } = endpoints;
  return {
    fetchCancelReasons: () => getCancelReasons.initiate(undefined, again),
    cancelreasondata: () =>
      createSelector(getCancelReasons.select(), (reading) =>
        sliceOf(reading, (answer) => ({
          simple: answer?.items.map(({ label }) => label) ?? null,
          complex: answer?.items ?? null,
        })),
      ),

    /** Fetches the months of each driver or fleet; admins get all of them, a fleet admin only their own. */
    fetchDriverEarnings: (query: DriverEarningsQuery) => getDriverEarnings.initiate({ query }, again),
    driverearningdata: (query: DriverEarningsQuery) =>
      createSelector(getDriverEarnings.select({ query }), (reading) =>
        sliceOf(reading, (answer) => ({ driverearnings: answer?.items ?? null })),
      ),

    /** Fetches the months of the operation, newest first. */
    fetchEarningsReport: (query: EarningsQuery) => getEarnings.initiate({ query }, again),
    earningreportsdata: (query: EarningsQuery) =>
      createSelector(getEarnings.select({ query }), (reading) =>
        sliceOf(reading, (answer) => ({ Earningreportss: answer?.items ?? null })),
      ),

    /**
     * Fails with `no_provider_found` when no provider is configured, and with `provider_fetch_error` when they cannot
     * be read.
     */
    fetchPaymentMethods: () => getPaymentProviders.initiate(undefined, again),
    /** `message` is the error code; for provider_fetch_error it is the message of the error. */
    paymentmethods: () =>
      createSelector(getPaymentProviders.select(), (reading) => {
        const { error } = reading;
        const isWorded = reading.status === 'rejected' && codeOf(error) === 'provider_fetch_error';
        const slice = sliceOf(reading, (answer) => ({ providers: answer?.items ?? null }));
        return { ...slice, message: isWorded && error instanceof ApiError ? error.message : slice.error.msg };
      }),
  };
}

// Slices of the specification that are read from the cache of answers: their fetches as thunks, their data as selectors.
import type { RouteInput, Routes } from '@kerb/contract';
import { createSelector } from '@reduxjs/toolkit';
import { ApiError } from '../client/index.ts';
import { type AsyncState, failed, noError } from '../store/async-slice.ts';
import type { Answers } from './answers-api.ts';

type EarningsQuery = NonNullable<RouteInput<Routes['getEarnings']>['query']>;
type DriverEarningsQuery = NonNullable<RouteInput<Routes['getDriverEarnings']>['query']>;

/** What the cache holds of one question. */
interface Reading<Answer> {
  readonly status: string;
  readonly data?: Answer;
  readonly error?: unknown;
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/** Fetch, then success (data stored, loading off) or failed (data cleared, error flagged with its code). */
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

/** Of the store that `answers` has joined. Signing out empties them with the cache. */
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

    /** Each month of each driver or fleet; the session says whose: all for admins, a fleet admin's own. */
    fetchDriverEarnings: (query: DriverEarningsQuery) => getDriverEarnings.initiate({ query }, again),
    driverearningdata: (query: DriverEarningsQuery) =>
      createSelector(getDriverEarnings.select({ query }), (reading) =>
        sliceOf(reading, (answer) => ({ driverearnings: answer?.items ?? null })),
      ),

    /** Each month of the operation, newest first. */
    fetchEarningsReport: (query: EarningsQuery) => getEarnings.initiate({ query }, again),
    earningreportsdata: (query: EarningsQuery) =>
      createSelector(getEarnings.select({ query }), (reading) =>
        sliceOf(reading, (answer) => ({ Earningreportss: answer?.items ?? null })),
      ),

    /** Fails with `no_provider_found` without providers, and with `provider_fetch_error` when they cannot be read. */
    fetchPaymentMethods: () => getPaymentProviders.initiate(undefined, again),
    /** `message`: what went wrong; provider_fetch_error is followed by the error's own words. */
    paymentmethods: () =>
      createSelector(getPaymentProviders.select(), (reading) => {
        const { error } = reading;
        const isWorded = reading.status === 'rejected' && codeOf(error) === 'provider_fetch_error';
        const slice = sliceOf(reading, (answer) => ({ providers: answer?.items ?? null }));
        return { ...slice, message: isWorded && error instanceof ApiError ? error.message : slice.error.msg };
      }),
  };
}

// What was earned, as the console reads it: fetchEarningsReport and fetchDriverEarnings of the specification.
import type { RouteAnswer, RouteInput, Routes } from '@kerb/contract';
import { createAsyncSlice } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type EarningsReport = RouteAnswer<Routes['getEarnings']>;
type DriverEarnings = RouteAnswer<Routes['getDriverEarnings']>;
type EarningsQuery = NonNullable<RouteInput<Routes['getEarnings']>['query']>;
type DriverEarningsQuery = NonNullable<RouteInput<Routes['getDriverEarnings']>['query']>;

/** Each month of the operation, newest first, and all of them together. */
export const fetchEarningsReport = createCall(
  'earningreportsdata/fetchEarningsReport',
  (client, query: EarningsQuery, signal): Promise<EarningsReport> =>
    client.getEarnings({ query }, { signal }),
);

/** Each month of each driver or fleet; the session says whose: all for admins, a fleet admin's own. */
export const fetchDriverEarnings = createCall(
  'driverearningdata/fetchDriverEarnings',
  (client, query: DriverEarningsQuery, signal): Promise<DriverEarnings> =>
    client.getDriverEarnings({ query }, { signal }),
);

export const earningReportsSlice = createAsyncSlice({
  name: 'earningreportsdata',
  initial: { Earningreportss: null as EarningsReport['items'] | null },
  fetch: fetchEarningsReport,
  store: ({ items }) => ({ Earningreportss: items }),
  resetOn: isSignedOut,
});

export const driverEarningsSlice = createAsyncSlice({
  name: 'driverearningdata',
  initial: { driverearnings: null as DriverEarnings['items'] | null },
  fetch: fetchDriverEarnings,
  store: ({ items }) => ({ driverearnings: items }),
  resetOn: isSignedOut,
});
export type EarningReportsState = ReturnType<typeof earningReportsSlice.reducer>;
export type DriverEarningsState = ReturnType<typeof driverEarningsSlice.reducer>;

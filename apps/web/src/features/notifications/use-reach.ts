// How many people with a device a message would reach, counted by the server for what is chosen.
import type { DeviceType, NotifiedUsertype } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';

export interface Audience {
  readonly devicetype: DeviceType;
  readonly usertype: NotifiedUsertype;
}

/** Null while it is counted, and where it could not be. */
export function useReach(audience: Audience | null): { count: number | null; problem: unknown } {
  const asked = audience
    ? { query: { devicetype: audience.devicetype, usertype: audience.usertype } }
    : skipToken;
  const { currentData, error } = answers.previewNotification.useQuery(asked);
  return { count: currentData?.count ?? null, problem: error ?? null };
}

// React hook that returns how many people with a registered device a message would reach, counted by the server.
import type { DeviceType, NotifiedUsertype } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';

export interface Audience {
  readonly devicetype: DeviceType;
  readonly usertype: NotifiedUsertype;
}

/** `count` is null while loading, and after a failed request. */
export function useAudienceSize(audience: Audience | null): { count: number | null; problem: unknown } {
  const args = audience
    ? { query: { devicetype: audience.devicetype, usertype: audience.usertype } }
    : skipToken;
  const { currentData, error } = answers.previewNotification.useQuery(args);
  return { count: currentData?.count ?? null, problem: error ?? null };
}

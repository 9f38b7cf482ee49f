// A message to many people: whom it is meant for, as identity counts and pages them.
import type { DeviceType, NotificationView, NotifiedUsertype } from '@kerb/contract';
import type { UserPlatform, Usertype } from '@kerb/domain/identity';
import { CAMPAIGN_SOURCE } from '../deliver/deliver-job.ts';

export type Campaign = NotificationView & {
  /** The last person whom it was written down for, in the order of uids. */
  queuedUntil: string | null;
  /** All recipients have a stored notice; what is left is its delivery. */
  queuedAll: boolean;
};

export interface Audience {
  usertypes: readonly Usertype[];
  platform: UserPlatform | null;
}

/** "All" filters nothing: riders and drivers, on any device (specification §5). */
export const audienceOf = (meant: { devicetype: DeviceType; usertype: NotifiedUsertype }): Audience => ({
  usertypes: meant.usertype === 'All' ? ['rider', 'driver'] : [meant.usertype],
  platform: meant.devicetype === 'All' ? null : meant.devicetype,
});

/** What a notice of this campaign comes from: each person has one of it. */
export const sourceOf = (id: string): string => `${CAMPAIGN_SOURCE}${id}`;

// Type of a campaign, a message to many users, and the filter of its recipients.
import type { DeviceType, NotificationView, NotifiedUsertype } from '@kerb/contract';
import type { UserPlatform, Usertype } from '@kerb/domain/identity';
import { CAMPAIGN_SOURCE } from '../deliver/deliver-job.ts';

export type Campaign = NotificationView & {
  /** Uid of the last recipient with a stored notice; recipients are processed in the order of their uids. */
  queuedUntil: string | null;
  /** All recipients have a stored notice; only the delivery is pending. */
  queuedAll: boolean;
};

export interface Audience {
  usertypes: readonly Usertype[];
  platform: UserPlatform | null;
}

/** Converts the choices of a campaign to a filter. "All" means riders and drivers on any device (specification §5). */
export const audienceOf = (meant: { devicetype: DeviceType; usertype: NotifiedUsertype }): Audience => ({
  usertypes: meant.usertype === 'All' ? ['rider', 'driver'] : [meant.usertype],
  platform: meant.devicetype === 'All' ? null : meant.devicetype,
});

/** Source of the campaign's notices; each recipient gets one notice for a source. */
export const sourceOf = (id: string): string => `${CAMPAIGN_SOURCE}${id}`;

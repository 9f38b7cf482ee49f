// What an approval sends about the account, so that the server rejects it when the account has changed since it was shown.
import type { SeenAccount, User } from '@kerb/contract';

export const asSeen = ({ review, driver }: Pick<User, 'review' | 'driver'>): SeenAccount => ({
  review,
  vehicleChangedAt: driver?.vehicleChangedAt ?? null,
});

// Authorisation of dispatch: who may read the search of a booking. All other users get not_found.
import type { Actor } from '../../kit/index.ts';
import type { DispatchedBooking } from './dispatch.deps.ts';

export const dispatchPolicy = {
  getSearch: ({ uid, usertype }: Pick<Actor, 'uid' | 'usertype'>, booking: DispatchedBooking): boolean =>
    usertype === 'admin' || booking.customer === uid,
} as const;

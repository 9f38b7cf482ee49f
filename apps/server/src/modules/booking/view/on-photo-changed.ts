// A new profile photo has a new address, and the old one is gone: bookings show the one there is.
import type { Subscriber } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { peopleCopiesRepository } from './people-copies.repository.ts';

export const onPhotoChanged = ({ db, identity }: Pick<BookingDeps, 'db' | 'identity'>): Subscriber => ({
  name: 'booking.on-photo-changed',
  events: ['user.photo_changed'],
  async handle({ data: { uid } }) {
    if (typeof uid !== 'string') return;
    const person = await identity.userOf(uid);
    await peopleCopiesRepository(db).copyImage(uid, person?.profile_image ?? null);
  },
});

// Updates the picture URLs that bookings copied when a user's photo or a car type's picture changes.
import type { Subscriber } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { personalDataRepository } from '../store/personal-data.repository.ts';

/** Bookings per statement, so that each ends within the statement timeout, however many there are. */
const BATCH = 1_000;

/** Copies a car type's current picture to its bookings after an older one was removed. */
export const onCarImageGone = ({ db, fleet }: Pick<BookingDeps, 'db' | 'fleet'>): Subscriber => ({
  name: 'booking.on-car-image-gone',
  events: ['car_type.image_gone'],
  async handle({ data: { car_type } }) {
    if (typeof car_type !== 'string') return;
    const carType = await fleet.carType(car_type);
    const bookings = bookingRepository(db);
    const picture = { carType: car_type, image: carType?.image ?? '' };
    let after: string | null = null;
    do after = await bookings.copyCarImage(picture, { after, limit: BATCH });
    while (after !== null);
  },
});

/** Copies the new URL of a profile photo to the user's bookings; the old URL no longer works. */
export const onPhotoChanged = ({ db, identity }: Pick<BookingDeps, 'db' | 'identity'>): Subscriber => ({
  name: 'booking.on-photo-changed',
  events: ['user.photo_changed'],
  async handle({ data: { uid } }) {
    if (typeof uid !== 'string') return;
    const person = await identity.userOf(uid);
    await personalDataRepository(db).copyImage(uid, person?.profile_image ?? null);
  },
});

// An uploaded picture of a car type is gone: the bookings that copied its address show the one there is.
import type { Subscriber } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';

export const onCarImageGone = ({ db, fleet }: Pick<BookingDeps, 'db' | 'fleet'>): Subscriber => ({
  name: 'booking.on-car-image-gone',
  events: ['car_type.image_gone'],
  async handle({ data: { car_type } }) {
    if (typeof car_type !== 'string') return;
    const carType = await fleet.carType(car_type);
    await bookingRepository(db).copyCarImage(car_type, carType?.image ?? '');
  },
});

// Tests that the bookings of a car type get its new picture, in several transactions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';
import { copyBookings } from '../testing/many-bookings.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

it('replaces the removed picture on more bookings than one statement changes', async () => {
  await environment.addDriver();
  const rider = await environment.addRider();
  await environment.book(rider);
  const { pool } = environment.database;
  await pool.query("update bookings set car_image = '/api/v1/files/removed'");
  await copyBookings(pool, rider.uid, 2_100);
  const shipped = await environment.book(await environment.addRider());
  await pool.query("update bookings set car_image = '/cars/shipped.svg' where id = $1", [shipped]);

  await environment.deliverEvent('car_type.image_gone', { car_type: environment.carType.id });

  const { rows } = await pool.query<{ car_image: string; bookings: number; transactions: number }>(
    `select car_image, count(*)::int as bookings, count(distinct xmin::text)::int as transactions
     from bookings group by car_image order by bookings`,
  );
  expect(rows).toEqual([
    { car_image: '/cars/shipped.svg', bookings: 1, transactions: 1 },
    { car_image: environment.carType.image, bookings: 2_101, transactions: 3 },
  ]);
});

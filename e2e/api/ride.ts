// Steps of a ride through the API: find places, book, accept the task, drive along the road.
import type { BookingStatus, PaymentMode } from '@kerb/domain/booking';
import { type AddressedPoint, between, decodePolyline, distanceKm, type LatLng } from '@kerb/domain/geo';
import type { TopicMessage } from '@kerb/sdk/live';
import { type Person, positionsIn } from './people.ts';
import { until } from './until.ts';

/** Distance between two positions that the server accepts as plausible for any time between them. */
const HOP_KM = 0.09;

const coordinates = ({ lat, lng }: LatLng): string => `${lat},${lng}`;

/** Returns the first place suggested for a typed text. */
export async function find({ client }: Person, q: string): Promise<AddressedPoint> {
  const { searchResults } = await client.mapsAutocomplete({ query: { q } });
  const [first] = searchResults;
  if (!first) throw new Error(`Nothing was found for ${q}`);
  const { coords, description } = await client.mapsPlace({ params: { place_id: first.place_id } });
  return { ...coords, add: description };
}

/** The route between two places, in steps that the server accepts as plausible positions. */
export async function roadBetween({ client }: Person, from: LatLng, to: LatLng): Promise<LatLng[]> {
  const route = await client.mapsDirections({ query: { start: coordinates(from), dest: coordinates(to) } });
  const hops: LatLng[] = [];
  let last: LatLng | undefined;
  for (const point of decodePolyline(route.polylinePoints)) {
    const count = last ? Math.ceil(distanceKm(last, point) / HOP_KM) : 1;
    for (let hop = 1; hop <= count; hop += 1) hops.push(last ? between(last, point, hop / count) : point);
    last = point;
  }
  // Points at corners are close together; not every one is reported.
  return hops.filter((hop, index) => {
    const next = hops[index + 1];
    return next === undefined || index % 2 === 0 || distanceKm(hop, next) > HOP_KM / 3;
  });
}

/** Sets a driver on duty and reports the position. */
export async function goOnDutyAt(driver: Person, place: LatLng): Promise<void> {
  await driver.client.setDuty({ body: { driverActiveStatus: true } });
  await driver.client.postLocation({ body: { lat: place.lat, lng: place.lng, at: Date.now() } });
}

export interface Ordered {
  id: string;
  reference: string;
  estimate: Awaited<ReturnType<Person['client']['createEstimate']>>;
}

/** Estimates and books for cash. */
export async function book(
  rider: Person,
  journey: {
    pickup: AddressedPoint;
    drop: AddressedPoint;
    waypoints?: AddressedPoint[];
    carType: string;
    /** For a delivery. */
    instructionData?: { deliveryPerson: string; deliveryPersonPhone: string };
  },
): Promise<Ordered> {
  const estimate = await rider.client.createEstimate({ body: journey });
  const { booking_id, reference } = await rider.client.createBooking({
    body: { ...journey, estimate: estimate.id, paymentPacket: { payment_mode: 'cash' } },
  });
  return { id: booking_id, reference, estimate };
}

export async function acceptWhenOffered(driver: Person, booking: string): Promise<void> {
  await until(
    'The task',
    async () => (await driver.client.listTasks()).items,
    (tasks) => tasks.some((task) => task.booking === booking),
  );
  await driver.client.acceptBooking({ params: { id: booking }, body: {} });
}

/** Sends the positions; waits until the watcher has received each one before sending the next. */
export async function drive(
  driver: Person,
  points: readonly LatLng[],
  watched: readonly TopicMessage[],
): Promise<void> {
  for (const point of points)
    await until(
      'The position on the watchers’ map',
      () => {
        const shown = positionsIn(watched).at(-1);
        if (shown && distanceKm(shown, point) < 0.002) return true;
        driver.live.sendPosition({ ...point, at: Date.now() });
        return false;
      },
      (isShown) => isShown,
      { everyMs: 260 },
    );
}

/** Books a ride and lets the driver accept, arrive, start and reach the drop at once. */
export async function rideToDrop(
  rider: Person,
  driver: Person,
  { payment_mode, pickup, drop }: { payment_mode: PaymentMode; pickup: AddressedPoint; drop: AddressedPoint },
): Promise<string> {
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const journey = { pickup, drop, carType };
  const { id: estimate } = await rider.client.createEstimate({ body: journey });
  const { booking_id: id } = await rider.client.createBooking({
    body: { ...journey, estimate, paymentPacket: { payment_mode } },
  });
  await acceptWhenOffered(driver, id);
  const at = { params: { id }, body: { location: pickup } };
  await driver.client.arriveBooking(at);
  await driver.client.startBooking(at);
  await driver.client.reachBooking({ ...at, body: { location: drop } });
  return id;
}

export const statusOf = async ({ client }: Person, id: string): Promise<BookingStatus> =>
  (await client.getBooking({ params: { id } })).status;

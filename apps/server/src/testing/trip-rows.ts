// Inserts rows of a person's trips: bookings with their related rows, and a driver's vehicle or a rider's plans.
import { randomUUID } from 'node:crypto';
import type { PersonWithRows, RowTools } from './row-tools.ts';

interface Trip {
  readonly booking: string;
  readonly customer: string;
  readonly driver: string;
}

const at = Date.now();
const place = { lat: -34.90312, lng: -56.18834, add: 'Rambla 1' };

export function createTripRows({ environment, admin, insert }: RowTools) {
  async function addBookings({ uid, usertype }: PersonWithRows): Promise<Trip> {
    const isDriver = usertype === 'driver';
    const { uid: other } = await environment.someone(isDriver ? 'rider' : 'driver');
    const sides = isDriver ? { customer: other, driver: uid } : { customer: uid, driver: other };
    await environment.addBooking({ ...sides, status: 'CANCELLED' });
    const booking = await environment.addBooking({ ...sides, status: 'COMPLETE', rating: 5 });
    await environment.pool.query('update bookings set rider_rating = 5, rider_rated_at = 1 where id = $1', [
      booking,
    ]);
    return { ...sides, booking };
  }

  /** Inserts payments, refunds, fare reviews and receipts of the trip. */
  async function addAmounts({ booking, customer, driver }: Trip): Promise<void> {
    await insert('booking_refunds', {
      id: randomUUID(),
      booking,
      at,
      amount: 10,
      to_wallet: 10,
      to_card: 0,
      status: 'done',
      reason: 'x',
      granted_by: admin.uid,
    });
    await insert('fare_reviews', {
      booking,
      status: 'waived',
      opened_at: at,
      reason: 'distance',
      quoted: 100,
      collected: 100,
      metered: 150,
      extra_share: 50,
      extra_fees: 0,
      extra_discount: 0,
      extra_payable: 50,
      breakdown: {},
      decided_at: at,
      decided_by: admin.uid,
      note: 'x',
    });
    await insert('referrals', {
      rider: customer,
      referrer: driver,
      booking,
      status: 'reversed',
      bonus: 100,
      at,
      reversed_at: at,
      reversed_by: admin.uid,
      reversal_reason: 'x',
    });
    await insert('receipts', { booking, tax_rate: 0, tax_name: '' });
    await insert('receipt_mails', { id: randomUUID(), booking, automatic: false, asked_at: at });
  }

  async function addAlerts({ booking, customer, driver }: Trip): Promise<void> {
    await insert('safety_alerts', {
      id: randomUUID(),
      booking,
      kind: 'panic',
      raised_by: 'rider',
      caller: customer,
      driver,
      vehicle_reg_no: 'x',
      at,
      last_at: at,
      over_at: at,
      resolved_at: at,
      resolved_by: admin.uid,
      note: 'x',
    });
    await insert('safety_alerts', {
      id: randomUUID(),
      booking,
      kind: 'lost_item',
      raised_by: 'rider',
      caller: customer,
      driver,
      vehicle_reg_no: 'x',
      message: 'x',
      at,
      last_at: at,
    });
  }

  /** Inserts the trip's route, its offers to drivers, and the messages written during it. */
  async function addCourse({ booking, customer, driver }: Trip, sender: PersonWithRows): Promise<void> {
    await insert('booking_trails', { booking, at, status: 'STARTED', lat: place.lat, lng: place.lng });
    await insert('booking_timeline_entries', {
      id: randomUUID(),
      booking,
      at,
      status: 'ARRIVED',
      lat: place.lat,
      lng: place.lng,
    });
    await insert('chats', { booking, driver, customer, last_seq: 1 });
    await insert('chat_messages', {
      booking,
      driver,
      seq: 1,
      id: randomUUID(),
      source: sender.usertype,
      sender: sender.uid,
      message: 'x',
      at,
    });
    const round = randomUUID();
    await insert('dispatch_rounds', {
      id: round,
      booking,
      number: 1,
      at,
      policy: 'broadcast',
      asked: 1,
      ends_at: at,
    });
    await insert('dispatch_candidates', {
      round,
      driver,
      asked: true,
      lat: place.lat,
      lng: place.lng,
    });
  }

  async function addVehicle(uid: string): Promise<void> {
    const vehicle = randomUUID();
    await insert('vehicles', {
      id: vehicle,
      vehicle_number: 'STX 1',
      plate_key: vehicle,
      vehicle_make: 'Fiat',
      vehicle_model: 'Cronos',
      other_info: '',
      plan: 'none',
      created_at: at,
    });
    await insert('vehicle_drivers', { vehicle, driver: uid });
    await insert('vehicle_handovers', {
      id: randomUUID(),
      vehicle,
      driver: uid,
      plan: 'none',
      taken_at: at,
      taken_by: uid,
    });
  }

  async function addRecurring(uid: string): Promise<void> {
    await insert('recurring_bookings', {
      id: randomUUID(),
      rider: uid,
      pickup: place,
      drop_point: place,
      waypoints: '[]',
      car_type: environment.carType,
      instruction_data: {},
      payment_mode: 'cash',
      weekdays: '{1}',
      time_of_day: '08:30',
      first_day: '2096-01-01',
      skipped_days: '{}',
      created_by: admin.uid,
      created_at: at,
    });
  }

  async function addQuote(uid: string): Promise<void> {
    await insert('quotes', {
      id: randomUUID(),
      made_for: uid,
      car_type: environment.carType,
      pickup: place,
      drop_point: place,
      waypoints: '[]',
      pricing: {},
      distance_km: 1,
      time_secs: 1,
      polyline: '',
      fare: 1,
      convenience_fees: 0,
      trip_cost: 1,
      breakdown: {},
      created_at: at,
      expires_at: at,
    });
  }

  return async function addTrips(person: PersonWithRows): Promise<void> {
    const trip = await addBookings(person);
    await addAmounts(trip);
    await addAlerts(trip);
    await addCourse(trip, person);
    if (person.usertype === 'driver') await addVehicle(person.uid);
    else await addRecurring(person.uid);
    await addQuote(person.uid);
  };
}

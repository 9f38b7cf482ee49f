// Sample users with data for every screen: a ride in progress, a cancelled one, money, messages and alerts.
import { demoMobile } from '@kerb/domain/identity';
import { type Person, signIn } from '../api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from '../api/ride.ts';
import type { Stage } from '../browser/stage.ts';

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The position of the driver with a trip. */
export const standing: Place = { lat: -34.9045, lng: -56.1832 };

export interface Present {
  readonly rider: Person;
  readonly driver: Person;
  readonly idleDriver: Person;
  readonly admin: Person;
  readonly fleetadmin: Person;
  /** Ids of a ride in progress and of a cancelled one. */
  readonly running: string;
  readonly cancelled: string;
  /** The driver's car type. */
  readonly carType: string;
  /** The path of the shared page of the running trip. */
  readonly shared: string;
  leave(): void;
}

export async function presentPeople(stage: Stage): Promise<Present> {
  const signInAs = (mobile: string) => signIn(stage.server.origin, mobile);
  const rider = await signInAs(demoMobile('rider', 1));
  const driver = await signInAs(demoMobile('driver', 1));
  const idleDriver = await signInAs(demoMobile('driver', 2));
  const admin = await signInAs(demoMobile('admin', 1));
  const fleetadmin = await signInAs(demoMobile('fleetadmin', 1));
  await goOnDutyAt(driver, standing);
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const journey = {
    pickup: await find(rider, '18 de Julio 1453'),
    drop: await find(rider, 'Maldonado 1700'),
    carType,
  };
  const cancelled = await book(rider, journey);
  await rider.client.cancelBooking({ params: { id: cancelled.id }, body: { reason: 'Plans have changed' } });
  await addPromo(admin);
  const running = await book(rider, { ...journey, waypoints: [await find(rider, 'Constituyente 1600')] });
  await acceptWhenOffered(driver, running.id);
  await rider.client.sendMessage({
    params: { id: running.id },
    body: { message: 'By the kiosk, in a blue coat' },
  });
  const { url } = await rider.client.shareBooking({ params: { id: running.id }, body: {} });
  await rider.client.panicBooking({ params: { id: running.id }, body: { location: standing } });
  await writeMessages(admin);
  await shareVehicles(admin, { carType, drivers: [idleDriver] });
  const people = { rider, driver, idleDriver, admin, fleetadmin };
  return {
    ...people,
    running: running.id,
    cancelled: cancelled.id,
    carType,
    shared: new URL(url, stage.server.origin).pathname,
    leave() {
      for (const person of Object.values(people)) person.leave();
    },
  };
}

/** Adds two vehicles that all the drivers may take: one for rent, taken by the first driver, and one not taken. */
async function shareVehicles(
  admin: Person,
  { carType, drivers }: { carType: string; drivers: readonly Person[] },
): Promise<void> {
  const uids = await Promise.all(drivers.map(async ({ client }) => (await client.getMe()).id));
  const [taker] = drivers;
  for (const [vehicleNumber, plan] of [
    ['STX 7001', { plan: 'rent', rentPerDay: 900 }],
    ['STX 7002', { plan: 'commission', commissionPercent: 12.5 }],
  ] as const) {
    const body = { vehicleNumber, vehicleMake: 'Fiat', vehicleModel: 'Cronos', carType, ...plan };
    const { id } = await admin.client.addVehicle({ body });
    const { version } = await admin.client.setVehicleDrivers({ params: { id }, body: { drivers: uids } });
    if (plan.plan === 'rent')
      await taker?.client.takeVehicle({
        params: { id },
        body: { version, odometer: 48_210, note: 'Scratch on the left door' },
      });
  }
}

const addPromo = (admin: Person) =>
  admin.client.addPromo({
    body: {
      promo_name: 'Spring',
      promo_description: 'From the first of September to the end of the year',
      promo_discount_value: 15,
      promo_validity: 4_000_000_000_000,
      promo_usage_limit: 500,
    },
  });

/** Adds a message sent to the riders, and a draft. */
async function writeMessages({ client }: Person): Promise<void> {
  const message = {
    devicetype: 'All' as const,
    usertype: 'rider' as const,
    body: 'Allow ten more minutes on the way to the airport until Friday.',
  };
  const sent = await client.addNotification({ body: { ...message, title: 'Road works on the Rambla' } });
  await client.addNotification({ body: { ...message, title: 'Carnival' } });
  await client.sendNotificationToUsers({ params: { id: sent.id }, body: { version: sent.version } });
}

/** Tops up with a card that the test provider declines; returns the id of the payment. */
export async function declineTopup(stage: Stage, rider: Person): Promise<string> {
  const { page, close } = await stage.open({ width: 390, token: rider.token });
  await page.goto('/wallet?pay=card');
  const amounts = page.getByRole('dialog', { name: 'Top up the wallet' });
  await amounts.getByLabel('Amount').fill('500');
  await amounts.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Not paid' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await close();
  return id;
}

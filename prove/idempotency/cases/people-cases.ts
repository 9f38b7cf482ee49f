// Calls about users, drivers' days and vehicles that take effect.
import { randomBytes } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { z } from 'zod';
import { insertRow } from '../../../apps/server/src/testing/insert-row.ts';
import { insertBooking } from '../../lib/insert-booking.ts';
import { addRider, codeFor, newMobile, onDuty, place } from '../people.ts';
import { type Case, type CaseContext, type Prepare, usual, visitor } from '../prepared-call.ts';

const mark = (): string => randomBytes(5).toString('hex');
const newVehicle = ({ environment }: CaseContext) => ({
  vehicleNumber: mark(),
  vehicleMake: 'Fiat',
  vehicleModel: 'Cronos',
  carType: environment.carType,
});

const emailCode: Prepare = async ({ environment, pool, send }) => {
  const caller = await environment.person('rider');
  await send('sendEmailCode', { body: {} }, caller);
  const { rows } = await pool.query('select email from users where uid = $1', [caller.uid]);
  const body = await codeFor({ pool }, rows[0]?.email);
  return { caller, input: { body: { code: /\b\w{4}-\w{4}\b/.exec(body)?.[0] ?? '' } } };
};

const newRider: Prepare = async ({ pool, send }) => {
  const mobile = newMobile();
  const { text } = await send('sendOtp', { body: { mobile } }, visitor);
  const { verificationId } = z.object({ verificationId: z.string() }).parse(JSON.parse(text));
  const proof = { verificationId, otp: await codeFor({ pool }, mobile) };
  const regData = {
    usertype: 'rider',
    firstName: 'Eva',
    lastName: 'Prueba',
    email: `${mark()}@kerb.example`,
    mobile,
  };
  return { caller: visitor, input: { body: { regData, proof } } };
};

/** A vehicle of the platform that two drivers may take; `isTaken`: the first driver has it. */
async function sharedVehicle(context: CaseContext, { isTaken }: { isTaken: boolean }) {
  const { environment, pool } = context;
  const driver = await environment.person('driver');
  const other = await environment.person('driver');
  const vehicle = isTaken ? await environment.own('vehicle', driver) : null;
  const [platform] = vehicle === null ? (await environment.foreign('vehicle')).slice(1) : [];
  const id = vehicle ?? platform?.[1] ?? '';
  for (const one of isTaken ? [other] : [driver, other])
    await insertRow(pool, 'vehicle_drivers', { vehicle: id, driver: one.uid });
  return { id, driver, other };
}

async function versionOf({ pool }: CaseContext, vehicle: string): Promise<unknown> {
  const { rows } = await pool.query('select version from vehicles where id = $1', [vehicle]);
  return rows[0]?.version;
}

export const peopleCases: Partial<Record<RouteName, Case>> = {
  sendEmailCode: { repeats: 'the same code is sent in another mail, which does no harm' },
  verifyEmail: { prepare: emailCode },
  deleteMe: { endsSession: 'the account is gone, and its sessions with it' },
  postLocation: {
    prepare: async ({ environment, pool }) => ({
      caller: await onDuty({ environment, pool }),
      input: { body: { lat: place.lat, lng: place.lng, at: Date.now() } },
    }),
    readsOnly: 'a position is stored in memory',
  },
  addUser: {
    prepare: async ({ environment }) => {
      const contact = { email: `${mark()}@kerb.example`, mobile: newMobile() };
      const body = { usertype: 'driver', firstName: 'Eva', lastName: 'Prueba', ...contact };
      return { caller: await environment.person('admin'), input: { body } };
    },
  },
  checkUser: { readsOnly: 'it looks users up' },
  checkUserExists: { readsOnly: 'it looks users up' },
  validateReferrer: { readsOnly: 'it looks a referral code up' },
  unapproveUser: {
    prepare: async (context) => {
      const { caller, input } = await usual('approveUser')(context);
      await context.send('approveUser', input, caller);
      return { caller, input };
    },
  },
  reverseReferral: {
    prepare: async ({ environment, pool }) => {
      const rider = await addRider({ environment });
      const referrer = await addRider({ environment });
      const driver = (await environment.person('driver')).uid;
      const { carType } = environment;
      const booking = await insertBooking(pool, { status: 'COMPLETE', carType, customer: rider, driver });
      const held = { rider, referrer, booking, bonus: 100, referrer_bonus: 100, at: Date.now() };
      await insertRow(pool, 'referrals', { ...held, status: 'held', due_at: Date.now() + 86_400_000 });
      const input = { params: { id: rider }, body: { reason: 'Proof' } };
      return { caller: await environment.person('admin'), input };
    },
  },
  setShifts: {
    prepare: usual('setShifts', {
      body: {
        seen: [],
        shifts: [{ weekdays: [1], from: '08:00', until: '16:00', firstDay: '2030-01-31', lastDay: null }],
      },
    }),
  },
  setShiftDay: {
    prepare: async (context) => {
      const prepared = await usual('setShiftDay')(context);
      const hours = [{ from: '08:00', until: '16:00' }];
      return { ...prepared, others: [{ ...prepared.input, body: { ...prepared.input.body, hours } }] };
    },
  },
  setDocumentExpiry: {
    prepare: async (context) => {
      const prepared = await usual('setDocumentExpiry')(context);
      return { ...prepared, others: [{ ...prepared.input, body: { expiresOn: '2030-01-30' } }] };
    },
  },
  addVehicle: {
    prepare: async (context) => ({
      caller: await context.environment.person('admin'),
      input: { body: newVehicle(context) },
    }),
  },
  editVehicle: {
    prepare: async (context) => {
      const { id } = await sharedVehicle(context, { isTaken: false });
      const version = await versionOf(context, id);
      const input = { params: { id }, body: { ...newVehicle(context), version } };
      return { caller: await context.environment.person('admin'), input };
    },
  },
  takeVehicle: {
    prepare: async (context) => {
      const { id, driver } = await sharedVehicle(context, { isTaken: false });
      const version = await versionOf(context, id);
      return { caller: driver, input: { params: { id }, body: { version } } };
    },
  },
  handOverVehicle: {
    prepare: async (context) => {
      const { id, other } = await sharedVehicle(context, { isTaken: true });
      const input = { params: { id }, body: { driver: other.uid } };
      return { caller: await context.environment.person('admin'), input };
    },
  },
  uploadSignupLicense: { repeats: 'another copy of the picture; the first is removed unused' },
  userSignup: { prepare: newRider },
};

// Tests which fields the form of a user requires and sends.
import type { User } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { emptyForm, formOf, newUserOf, patchOf, problemOf } from './person-form.ts';

const driver: User = {
  id: 'd1',
  createdAt: 0,
  createdByAdmin: false,
  firstName: 'Ana',
  lastName: 'Silva',
  email: null,
  mobile: null,
  usertype: 'driver',
  loginType: 'mobile',
  lang: null,
  approved: true,
  review: 'approved',
  reviewReason: '',
  referralId: 'ana1234',
  signupViaReferral: null,
  profile_image: null,
  walletBalance: 0,
  ratings: { userrating: '', count: 0 },
  bankName: null,
  bankCode: null,
  bankAccount: null,
  driver: {
    carType: 'c1',
    carTypeName: 'Economy',
    vehicleMake: 'Fiat',
    vehicleModel: 'Cronos',
    vehicleNumber: 'SBC 1234',
    other_info: '',
    driverActiveStatus: false,
    queue: false,
    fleetadmin: 'f1',
    fleetadminName: 'Flota Sur',
    documents: 0,
    documentsValidUntil: null,
    vehicleChangedAt: null,
  },
};
const byAdmin = { isAdmin: true, withBank: true };
const byFleet = { isAdmin: false, withBank: false };
const typed = {
  ...emptyForm('driver'),
  firstName: ' Eva ',
  lastName: 'Núñez',
  email: ' eva@example.com ',
  mobile: '+59899123456',
  vehicleNumber: ' SBC 1 ',
  fleetadmin: 'f1',
  bankName: 'BROU',
};

describe('the form of a person', () => {
  it('requires names, a valid e-mail and a number', () => {
    const empty = emptyForm('rider');
    expect(problemOf('firstName', { ...empty, firstName: '  ' })).toBe('field_required');
    for (const lastName of ['\u202efdp.exe', 'Silva\tMontevideo', 'W'.repeat(81)])
      expect(problemOf('lastName', { ...empty, lastName })).toBe('name_unreadable');
    expect(problemOf('lastName', { ...empty, lastName: '<b>{{name}}</b> 👨‍👩‍👧' })).toBeNull();
    expect(problemOf('email', { ...empty, email: 'eva at example' })).toBe('proper_email');
    expect(problemOf('email', typed)).toBeNull();
    expect(problemOf('mobile', empty)).toBe('invalid_mobile');
    expect(problemOf('vehicleMake', empty)).toBeNull();
    for (const field of ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'bankName', 'bankAccount'] as const)
      expect(problemOf(field, { ...empty, [field]: 'SDV\u202e7001' })).toBe('hidden_letters');
  });

  it('sends a new driver trimmed, without empty fields', () => {
    expect(newUserOf(typed, byAdmin)).toEqual({
      usertype: 'driver',
      firstName: 'Eva',
      lastName: 'Núñez',
      email: 'eva@example.com',
      mobile: '+59899123456',
      vehicleNumber: 'SBC 1',
      fleetadmin: 'f1',
      bankName: 'BROU',
    });
    expect(newUserOf({ ...typed, mobile: null }, byAdmin)).toBeNull();
  });

  it('sends no fleet or bank for a fleet admin, and no car for a rider', () => {
    expect(newUserOf(typed, byFleet)).not.toHaveProperty('fleetadmin');
    expect(newUserOf(typed, byFleet)).not.toHaveProperty('bankName');
    expect(newUserOf({ ...typed, usertype: 'rider' }, byAdmin)).not.toHaveProperty('vehicleNumber');
    expect(newUserOf({ ...typed, usertype: 'admin' }, byAdmin)).not.toHaveProperty('bankName');
  });

  it('sends only the changed fields', () => {
    const form = formOf(driver);
    expect(patchOf(driver, form, byAdmin)).toEqual({});
    expect(patchOf(driver, { ...form, firstName: 'Ana ', carType: '', fleetadmin: '' }, byAdmin)).toEqual({
      carType: null,
      fleetadmin: null,
    });
    expect(patchOf(driver, { ...form, fleetadmin: '' }, byFleet)).toEqual({});
  });

  it('sends a changed role, with only the fields of the new role', () => {
    const form = { ...formOf(driver), usertype: 'rider' as const, vehicleMake: 'Ford' };
    expect(patchOf(driver, form, byAdmin)).toEqual({ usertype: 'rider' });
  });
});

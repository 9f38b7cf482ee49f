// Tests the settings of a new installation, and the limits of all numbers and codes.
import { expect, it } from 'vitest';
import { appcat, dispatchPolicy, settings } from './settings.schema.ts';

it('has the defaults of the specification', () => {
  expect(settings.parse({})).toEqual({
    appcat: 'taxi',
    appName: 'Kerb',
    symbol: '$U',
    code: 'UYU',
    decimal: 2,
    swipe_symbol: false,
    country: 'UY',
    timezone: 'America/Montevideo',
    restrictCountry: false,
    AllowCountrySelection: true,
    convert_to_mile: false,
    trafficByHour: Array(24).fill(1),
    otp_secure: false,
    driver_approval: true,
    bonus: 0,
    referralsPerMonth: 10,
    walletMoneyField: [200, 500, 1000, 2000],
    CarHornRepeat: true,
    AllowDeliveryPickupImageCapture: false,
    AllowFinalDeliveryImageCapture: false,
    RiderWithDraw: false,
    horizontal_view: false,
    showLiveRoute: true,
    fareTolerance: 50,
    driverRadius: 10,
    autoDispatch: true,
    dispatchPolicy: 'broadcast',
    offerSeconds: 30,
    broadcastLimit: 15,
    candidateLimit: 40,
    batchSeconds: 3,
    followOnSeconds: 300,
    followOnLateSeconds: 300,
    silentDriverSeconds: 300,
    reserveAheadSeconds: 1800,
    dutyHoursLimit: 0,
    breakAfterHours: 0,
    breakMinutes: 30,
    dutyWithinShifts: false,
    negativeBalance: true,
    bank_fields: true,
    taxRate: 0,
    taxName: 'VAT',
    panic: true,
    AllowCriticalEditsAdmin: true,
    adminSecondFactor: true,
    FacebookLoginEnabled: false,
    CompanyName: '',
    CompanyWebsite: '',
    CompanyTerms: '',
    contact_email: '',
    FacebookHandle: '',
    TwitterHandle: '',
    InstagramHandle: '',
    AppleStoreLink: '',
    PlayStoreLink: '',
  });
  expect(appcat.options).toEqual(['taxi', 'delivery']);
  expect(dispatchPolicy.options).toEqual(['broadcast', 'nearest', 'batched']);
});

it.each([
  ['decimal', [0, 4], [-1, 5, 1.5]],
  ['bonus', [0, 1_000_000_000], [-0.01, 1_000_000_001]],
  ['referralsPerMonth', [0, 10_000], [-1, 10_001, 1.5]],
  ['fareTolerance', [0, 1000], [-1, 1001]],
  ['driverRadius', [0, 1000], [-1, 1001]],
  ['offerSeconds', [5, 600], [4, 601, 5.5]],
  ['broadcastLimit', [0, 500], [-1, 501, 1.5]],
  ['candidateLimit', [1, 200], [0, 201, 1.5]],
  ['batchSeconds', [1, 30], [0, 31, 2.5]],
  ['followOnSeconds', [0, 1800], [-1, 1801, 2.5]],
  ['followOnLateSeconds', [60, 3600], [59, 3601, 60.5]],
  ['silentDriverSeconds', [0, 3600], [-1, 3601, 60.5]],
  ['reserveAheadSeconds', [0, 7200], [-1, 7201, 60.5]],
  ['dutyHoursLimit', [0, 0.5, 23], [-0.5, 23.5, 4.2]],
  ['breakAfterHours', [0, 4.5, 24], [-0.5, 24.5, 4.2]],
  ['breakMinutes', [0, 720], [-1, 721, 2.5]],
  ['taxRate', [0, 100], [-1, 101]],
  ['walletMoneyField', [[], Array(12).fill(1), [0.5]], [[0], Array(13).fill(1), [-1]]],
  [
    'trafficByHour',
    [Array(24).fill(0.8), Array(24).fill(4)],
    [Array(24).fill(0.79), Array(24).fill(4.01), Array(23).fill(1), Array(25).fill(1)],
  ],
  ['code', ['EUR'], ['eur', 'EURO', 'EU', 'xEUR']],
  ['country', ['DE'], ['de', 'DEU', 'D']],
  ['appName', ['x'.repeat(2000)], ['x'.repeat(2001)]],
])('%s may be each of %j, and none of %j', (field, allowed, refused) => {
  for (const value of allowed)
    expect(settings.safeParse({ [field]: value }).success, JSON.stringify(value)).toBe(true);
  for (const value of refused)
    expect(settings.safeParse({ [field]: value }).success, JSON.stringify(value)).toBe(false);
});

it('trims texts', () => {
  expect(settings.parse({ appName: ' Taxi ' }).appName).toBe('Taxi');
});

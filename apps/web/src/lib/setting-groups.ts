// Table of the settings on /settings, in groups, and on /appinfo, with the public details of the company.
import type { SettingKey } from '@kerb/domain/settings';

/** The kind of form control that edits a setting. */
export type SettingKind =
  | 'switch'
  | 'number'
  | 'text'
  | 'email'
  | 'address'
  | 'handle'
  | 'amounts'
  | 'hours'
  | 'country'
  | 'timezone'
  | 'currency'
  | 'category'
  | 'unit'
  | 'place'
  | 'policy';

export const kinds = {
  appcat: 'category',
  appName: 'text',
  symbol: 'text',
  code: 'currency',
  decimal: 'number',
  swipe_symbol: 'place',
  country: 'country',
  timezone: 'timezone',
  restrictCountry: 'switch',
  AllowCountrySelection: 'switch',
  convert_to_mile: 'unit',
  otp_secure: 'switch',
  driver_approval: 'switch',
  bonus: 'number',
  referralsPerMonth: 'number',
  walletMoneyField: 'amounts',
  trafficByHour: 'hours',
  CarHornRepeat: 'switch',
  AllowDeliveryPickupImageCapture: 'switch',
  AllowFinalDeliveryImageCapture: 'switch',
  RiderWithDraw: 'switch',
  horizontal_view: 'switch',
  showLiveRoute: 'switch',
  driverRadius: 'number',
  autoDispatch: 'switch',
  dispatchPolicy: 'policy',
  offerSeconds: 'number',
  batchSeconds: 'number',
  broadcastLimit: 'number',
  candidateLimit: 'number',
  followOnSeconds: 'number',
  followOnLateSeconds: 'number',
  silentDriverSeconds: 'number',
  reserveAheadSeconds: 'number',
  dutyHoursLimit: 'number',
  breakAfterHours: 'number',
  breakMinutes: 'number',
  dutyWithinShifts: 'switch',
  negativeBalance: 'switch',
  bank_fields: 'switch',
  fareTolerance: 'number',
  taxRate: 'number',
  taxName: 'text',
  panic: 'switch',
  AllowCriticalEditsAdmin: 'switch',
  adminSecondFactor: 'switch',
  FacebookLoginEnabled: 'switch',
  CompanyName: 'text',
  CompanyWebsite: 'address',
  CompanyTerms: 'address',
  contact_email: 'email',
  FacebookHandle: 'handle',
  TwitterHandle: 'handle',
  InstagramHandle: 'handle',
  AppleStoreLink: 'address',
  PlayStoreLink: 'address',
} as const satisfies Record<SettingKey, SettingKind>;

export type SettingGroup = {
  readonly name:
    | 'operation'
    | 'money'
    | 'booking'
    | 'dispatch'
    | 'drivers'
    | 'riders'
    | 'delivery'
    | 'safety'
    | 'signin'
    | 'demonstration'
    | 'app'
    | 'company'
    | 'social';
  readonly keys: readonly SettingKey[];
};

export type SettingsPage = 'settings' | 'appinfo';

export const pages: Record<SettingsPage, readonly SettingGroup[]> = {
  settings: [
    { name: 'operation', keys: ['appcat', 'country', 'timezone', 'convert_to_mile'] },
    {
      name: 'money',
      keys: [
        'code',
        'symbol',
        'decimal',
        'swipe_symbol',
        'fareTolerance',
        'taxRate',
        'taxName',
        'walletMoneyField',
      ],
    },
    { name: 'booking', keys: ['otp_secure', 'horizontal_view', 'showLiveRoute', 'trafficByHour'] },
    {
      name: 'dispatch',
      keys: [
        'autoDispatch',
        'dispatchPolicy',
        'offerSeconds',
        'driverRadius',
        'broadcastLimit',
        'candidateLimit',
        'batchSeconds',
        'followOnSeconds',
        'followOnLateSeconds',
        'silentDriverSeconds',
        'reserveAheadSeconds',
      ],
    },
    {
      name: 'drivers',
      keys: [
        'driver_approval',
        'dutyHoursLimit',
        'breakAfterHours',
        'breakMinutes',
        'dutyWithinShifts',
        'CarHornRepeat',
        'negativeBalance',
        'bank_fields',
      ],
    },
    { name: 'riders', keys: ['RiderWithDraw', 'bonus', 'referralsPerMonth'] },
    { name: 'delivery', keys: ['AllowDeliveryPickupImageCapture', 'AllowFinalDeliveryImageCapture'] },
    { name: 'safety', keys: ['panic'] },
    {
      name: 'signin',
      keys: ['AllowCountrySelection', 'restrictCountry', 'FacebookLoginEnabled', 'adminSecondFactor'],
    },
    { name: 'demonstration', keys: ['AllowCriticalEditsAdmin'] },
  ],
  appinfo: [
    { name: 'app', keys: ['appName', 'AppleStoreLink', 'PlayStoreLink'] },
    { name: 'company', keys: ['CompanyName', 'CompanyWebsite', 'CompanyTerms', 'contact_email'] },
    { name: 'social', keys: ['FacebookHandle', 'TwitterHandle', 'InstagramHandle'] },
  ],
};

export const keysOf = (page: SettingsPage): SettingKey[] => pages[page].flatMap(({ keys }) => [...keys]);

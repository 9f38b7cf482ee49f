// A well-formed input for every route that needs one, so that a refusal is about the caller and not about the input.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import type { Caller } from './world.ts';

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const place = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
const proof = { verificationId: randomUUID(), otp: '123456' };
const driverKind = { kind: 'licenseImage' };
const someone = { firstName: 'Eva', lastName: 'Prueba' };

const promoBody = {
  ...{ promo_name: 'PROOF', promo_discount_value: 5, promo_validity: 4_000_000_000_000 },
  promo_usage_limit: 1,
};
const notificationBody = { devicetype: 'All', usertype: 'rider', title: 'Proof', body: 'Proof' };
const carTypeBody = { name: 'Proof', rate_per_unit_distance: 1, rate_per_hour: 1, min_fare: 1 };

const booking = {
  ...{ pickup: place, drop: { ...place, lat: -34.91 }, carType: randomUUID(), estimate: randomUUID() },
  paymentPacket: { payment_mode: 'cash' },
};

/** Where a role calls a route in a way of its own. */
export const inputsByRole: Readonly<Partial<Record<RouteName, Partial<Record<Caller['role'], Input>>>>> = {
  createBooking: {
    admin: { body: { ...booking, booking_type_admin: true, userDetails: { uid: randomUUID() } } },
  },
};

/** `id` is put into params by the case; `carType` exists. */
export const routeInputs = (carType: string): Readonly<Partial<Record<RouteName, Input>>> => ({
  sendOtp: { body: { mobile: '+59894000001' } },
  cancelOtp: { params: { id: randomUUID() } },
  mobileSignIn: { body: proof },
  startSocialSignIn: { params: { provider: 'google' } },
  finishSocialSignIn: { params: { provider: 'google' } },
  finishSocialSignInByPost: { params: { provider: 'google' }, body: {} },
  setUp: {
    body: {
      proof,
      ...someone,
      settings: {
        ...{ appName: 'Proof', country: 'UY', code: 'UYU', symbol: '$U', appcat: 'taxi', decimal: 2 },
        ...{ swipe_symbol: false, timezone: 'America/Montevideo', convert_to_mile: false, contact_email: '' },
      },
    },
  },
  updateProfile: { body: { firstName: 'Eva' } },
  getPhoto: { params: { id: randomUUID() } },
  disconnectSocial: { params: { provider: 'google' } },
  deleteMe: { body: {} },
  setDuty: { body: { driverActiveStatus: false } },
  postLocation: { body: { lat: place.lat, lng: place.lng, at: Date.now() } },
  readNotices: { body: {} },
  setPushToken: { body: { pushToken: 'proof', userPlatform: 'ANDROID' } },
  removePushToken: { body: { pushToken: 'proof' } },
  postLocations: {
    body: { booking: randomUUID(), positions: [{ lat: place.lat, lng: place.lng, at: Date.now() }] },
  },
  setMyDocument: { params: driverKind },
  userSignup: {
    body: { regData: { ...someone, carType, email: 'eva@kerb.example', mobile: '+59894000002' }, proof },
  },
  sendReceipt: { body: {} },
  refundBooking: { body: { amount: 1, reason: 'Proof' } },
  validateReferrer: { body: { referralId: 'nobody1000' } },
  checkUserExists: { body: { email: 'eva@kerb.example', mobile: '' } },
  hostedAutocomplete: { body: { searchKeyword: 'plaza' } },
  hostedPlaceCoords: { body: { place_id: 'none' } },
  hostedDistanceMatrix: { body: { start: '-34.9,-56.19', dest: '-34.91,-56.18' } },
  hostedReverse: { body: { latlng: '-34.9,-56.19' } },
  hostedDirections: { body: { start: '-34.9,-56.19', dest: '-34.91,-56.18' } },
  mapsAutocomplete: { query: { q: 'plaza' } },
  mapsPlace: { params: { place_id: 'none' } },
  mapsReverse: { query: { latlng: '-34.9,-56.19' } },
  mapsDirections: { query: { start: '-34.9,-56.19', dest: '-34.91,-56.18' } },
  mapsMatrix: { body: { start: [{ lat: -34.9, lng: -56.19 }], dest: [{ lat: -34.91, lng: -56.18 }] } },
  mapsTile: { params: { z: '10', x: '352', y: '617' } },
  mapsGlyphs: { params: { fontstack: 'none', range: '0-255.pbf' } },
  nearbyDrivers: { query: { lat: '-34.9', lng: '-56.19' } },
  createEstimate: { body: { pickup: place, drop: { ...place, lat: -34.91 }, carType } },
  createBooking: { body: booking },
  acceptBooking: { body: {} },
  declineBooking: { body: {} },
  arriveBooking: { body: {} },
  startBooking: { body: {} },
  reachBooking: { body: {} },
  collectBooking: { body: {} },
  payBooking: { body: { payment_mode: 'wallet' } },
  rateBooking: { body: { rating: 5 } },
  rateRider: { body: { rating: 5 } },
  shareBooking: { body: {} },
  getSharedTrip: { params: { token: 'a'.repeat(32) } },
  panicBooking: { body: {} },
  resolveAlert: { params: { id: randomUUID() }, body: {} },
  cancelBooking: { body: { reason: 'Proof' } },
  assignBooking: { body: { driver: randomUUID() } },
  getLanguageTexts: { params: { locale: 'en', area: 'core' } },
  addLanguage: { body: { langName: 'Proof', langLocale: 'de', dateLocale: 'de' } },
  editLanguage: { params: { id: randomUUID() }, body: { version: 0 } },
  getLanguage: { params: { id: randomUUID() } },
  importLanguage: { params: { id: randomUUID() }, body: { version: 0, keyValuePairs: {} } },
  deleteLanguage: { params: { id: randomUUID() } },
  sendMessage: { body: { message: 'Proof' } },
  getMessageImage: { params: { message: randomUUID() } },
  readMessages: { body: {} },
  applyPromo: { body: { promo: 'proof' } },
  previewNotification: { query: { devicetype: 'All', usertype: 'rider' } },
  addNotification: { body: notificationBody },
  editNotification: { params: { id: randomUUID() }, body: { ...notificationBody, version: 1 } },
  deleteNotification: { params: { id: randomUUID() } },
  sendNotificationToUsers: { params: { id: randomUUID() }, body: {} },
  addPromo: { body: promoBody },
  editPromo: { params: { id: randomUUID() }, body: promoBody },
  deletePromo: { params: { id: randomUUID() } },
  addCarType: { body: carTypeBody },
  editCarType: { params: { id: randomUUID() }, body: { ...carTypeBody, version: 1 } },
  deleteCarType: { params: { id: randomUUID() } },
  setCarTypeImage: { params: { id: randomUUID() } },
  getCarTypeImage: { params: { id: randomUUID() } },
  addCancelReason: { body: { label: 'Proof' } },
  editCancelReason: { params: { value: '999999' }, body: { label: 'Proof' } },
  deleteCancelReason: { params: { value: '999999' } },
  sendNotification: { body: { token: 'none', title: 'Proof' } },
  requestWithdraw: { body: { amount: 5 } },
  completeWithdraw: { body: {} },
  returnWithdraw: { body: { reason: 'Proof' } },
  addToWallet: { body: { amount: 5, source: 'cash', reason: 'Proof' } },
  editSettings: { body: { driverRadius: 10 } },
  listUsers: { query: { usertype: 'driver', limit: '200' } },
  getMyStatement: { query: { month: '2026-05' } },
  printMyStatement: { query: { month: '2026-05' } },
  getStatement: { query: { month: '2026-05' } },
  printStatement: { query: { month: '2026-05' } },
  checkUser: { body: { email: 'eva@kerb.example', mobile: '' } },
  addUser: { body: { usertype: 'driver', ...someone, email: 'eva@kerb.example', mobile: '+59894000003' } },
  editUser: { body: { firstName: 'Eva' } },
  approveUser: { body: {} },
  refuseUser: { body: { reason: 'Proof' } },
  setUserDocument: { params: driverKind },
  setDocumentExpiry: { body: { expiresOn: '2030-01-31' } },
  openTopup: { body: { amount: 5 } },
  openCheckout: {
    params: { provider: 'test' },
    body: {
      ...{ order_id: randomUUID(), amount: '5', currency: 'UYU', product_name: '', first_name: '' },
      ...{ last_name: '', quantity: '1', cust_id: '', mobile_no: '', email: '' },
    },
  },
  returnFromProvider: { params: { id: randomUUID() } },
  returnFromProviderByPost: { params: { id: randomUUID() } },
  receiveWebhook: { params: { provider: 'test' } },
  recheckPayment: { body: {} },
  refundPayment: { body: { reason: 'Proof' } },
  acceptPayment: { body: { reason: 'Proof' } },
  showTestPage: { params: { id: randomUUID() } },
  actOnTestPage: { params: { id: randomUUID() } },
  getDocumentContent: { params: { id: randomUUID() }, query: { until: '1', signature: 'none' } },
});

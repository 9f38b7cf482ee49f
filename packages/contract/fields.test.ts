// Tests that every field of the entities in §3 of the specification is in the contract under its own name.
import { instructionData, paymentPacket, trackingEntry } from '@kerb/domain/booking';
import { promo } from '@kerb/domain/fare';
import { cancelSlab, carType, feeType, pricedChoice } from '@kerb/domain/fleet';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { lang, profilePatch, ratings, savedAddress } from '@kerb/domain/identity';
import { settings } from '@kerb/domain/settings';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import {
  booking,
  bookingResult,
  chatMessage,
  directions,
  documentKind,
  estimate,
  me,
  place,
  publicSettings,
  routes,
  savedAddresses,
  suggestion,
  user,
  walletEntry,
  withdraw,
} from './index.ts';
import { bookingRequest } from './routes/bookings.ts';
import { cancelReason } from './routes/catalog.ts';
import { languageView } from './routes/languages.ts';
import { deviceType, notificationInput } from './routes/notifications.ts';
import { paymentProviders } from './routes/payments.ts';
import { driverEarningRow, earningRow } from './routes/reports.ts';
import { driverPart } from './views/me.ts';
import { paymentForm as form } from './views/money.ts';
import { meWithParts, userPart, userWithParts } from './views/user-parts.ts';
import { ratingEntry } from './views/users.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const INCLUDED =
  'pushToken userPlatform location savedAddresses notifications walletHistory img1 img2 img3 img4 licenseImage';

const shapes: [entity: string, shape: z.ZodObject, fields: string][] = [
  [
    'User',
    user.extend(me.shape).extend(driverPart.shape),
    `createdAt createdByAdmin firstName lastName mobile email usertype lang loginType referralId signupViaReferral
     approved walletBalance profile_image bankName bankCode bankAccount ratings fleetadmin`,
  ],
  ['User, by include, of oneself', meWithParts, INCLUDED],
  ['User, by include, of others', userWithParts, INCLUDED],
  ['Ratings of a user, by include', meWithParts.shape.ratings, 'userrating details'],
  ['Language of a user', lang, 'langLocale dateLocale'],
  ['Ratings of a user', ratings.extend(ratingEntry.shape), 'userrating user rate'],
  ['Saved address', savedAddress, 'description lat lng count'],
  ['Saved addresses', savedAddresses, 'items'],
  ['Push token', routes.setPushToken.body, 'pushToken userPlatform'],
  [
    'Driver extras',
    driverPart,
    'vehicleMake vehicleModel vehicleNumber other_info carType driverActiveStatus queue',
  ],
  [
    'Booking',
    booking,
    `carType carImage customer customer_email customer_name customer_contact customer_token customer_image pickup drop
     pickupAddress dropAddress estimate estimateDistance distance estimateTime status bookLater tripdate bookingDate
     otp booking_type_admin coords waypoints trip_cost convenience_fees driver_share discount discount_amount
     paymentPacket driver driver_name driver_image driver_contact driver_token vehicle_number driverRating fleetadmin
     requestedDrivers driver_arrive_time trip_start_time startTime trip_end_time endTime total_trip_time reason
     cancelledBy cancellationFee cashPaymentAmount cardPaymentAmount usedWalletMoney payableAmount customer_paid
     payment_mode gateway prepaid promo_applied promo_details rating pickup_image deliver_image id deliveryPerson
     deliveryPersonPhone pickUpInstructions deliveryInstructions parcelTypeSelected optionSelected`,
  ],
  ['Point', addressedPoint, 'lat lng add'],
  [
    'Payment packet',
    paymentPacket,
    `appcat payment_mode customer_paid discount_amount usedWalletMoney cardPaymentAmount cashPaymentAmount
     payableAmount promo_applied promo_details`,
  ],
  [
    'Booking request',
    bookingRequest,
    'pickup drop carType userDetails estimate instructionData paymentPacket tripdate bookLater booking_type_admin',
  ],
  ['Place', place, 'description place_id coords placeDetails'],
  ['Suggested place', suggestion, 'description place_id'],
  ['Coordinates of a place', latLng, 'lat lng'],
  ['Route details', directions, 'distance_in_km time_in_secs polylinePoints'],
  [
    'Instruction data',
    instructionData,
    'deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions parcelTypeIndex optionIndex',
  ],
  ['Estimate', estimate, 'estimateFare'],
  ['Booking result', bookingResult, 'booking_id mainData'],
  [
    'Main data of a booking result',
    bookingResult.shape.mainData,
    'status trip_cost customer customer_contact customer_email',
  ],
  ['Tracking entry', trackingEntry, 'at status lat lng id'],
  [
    'Car type',
    carType,
    `id name image base_fare rate_per_unit_distance rate_per_hour min_fare convenience_fees convenience_fee_type
     extra_info createdAt parcelTypes options cancelSlab`,
  ],
  ['Parcel type and option', pricedChoice, 'description amount'],
  ['Cancel slab', cancelSlab, 'minsDelayed amount'],
  [
    'Promo',
    promo,
    `promo_name promo_description promo_discount_type promo_discount_value max_promo_discount_value min_order
     promo_validity promo_usage_limit user_avail createdAt`,
  ],
  ['Notification', notificationInput, 'devicetype usertype title body'],
  [
    'Withdraw request',
    withdraw,
    'id uid name amount date bankName bankCode bankAccount processed procesDate',
  ],
  ['Wallet history entry', walletEntry, 'type amount date txRef'],
  ['Chat message', chatMessage, 'message from type msgDate msgTime source'],
  ['Cancel reason', cancelReason, 'label value'],
  ['Language', languageView, 'langName langLocale dateLocale default keyValuePairs createdAt'],
  [
    'Earning report row',
    earningRow,
    'year monthsName total_rides tripCost rideCost cancellationFee convenienceFee discountAmount',
  ],
  [
    'Driver earning row',
    driverEarningRow,
    'year monthsName driverName total_rides driverVehicleNo driverShare',
  ],
  ['Payment provider', paymentProviders.shape.items.element, 'name link'],
  [
    'Settings',
    publicSettings,
    `symbol code decimal swipe_symbol otp_secure driver_approval bonus walletMoneyField country restrictCountry
     AllowCountrySelection convert_to_mile CarHornRepeat AllowDeliveryPickupImageCapture AllowFinalDeliveryImageCapture
     RiderWithDraw horizontal_view showLiveRoute driverRadius autoDispatch negativeBalance bank_fields panic
     AllowCriticalEditsAdmin FacebookLoginEnabled appName CompanyName CompanyWebsite CompanyTerms contact_email
     FacebookHandle TwitterHandle InstagramHandle AppleStoreLink PlayStoreLink`,
  ],
  [
    'Payment form',
    form,
    'order_id amount currency product_name first_name last_name quantity cust_id mobile_no email',
  ],
];

it.each(shapes)('%s has every field of the specification', (_entity, shape, fields) => {
  expect(words(fields).filter((field) => !(field in shape.shape))).toEqual([]);
});

it('include accepts every part of a user', () => {
  const parts: readonly string[] = userPart.options;
  expect(words(`${INCLUDED} ratings.details`).filter((part) => !parts.includes(part))).toEqual([]);
});

it('the document kinds of a driver include img1 to img4 and the licence', () => {
  expect(documentKind.options).toEqual(
    expect.arrayContaining(['img1', 'img2', 'img3', 'img4', 'licenseImage']),
  );
});

it('device types begin with All, ANDROID, IOS', () => {
  expect(deviceType.options.slice(0, 3)).toEqual(['All', 'ANDROID', 'IOS']);
});

it('wallet entry types are Credit, Debit, Withdraw', () => {
  expect(walletEntry.shape.type.options).toEqual(['Credit', 'Debit', 'Withdraw']);
});

it('fee types and promo discount types are flat or percentage', () => {
  expect(feeType.options).toEqual(['flat', 'percentage']);
  expect(promo.shape.promo_discount_type.unwrap().options).toEqual(['flat', 'percentage']);
});

it('a user cannot change the usertype of their own profile', () => {
  expect('usertype' in profilePatch.shape).toBe(false);
  expect(profilePatch.safeParse({ usertype: 'admin' }).data).not.toHaveProperty('usertype');
});

it('driverRadius defaults to 10, and the currency symbol is before the amount by default', () => {
  expect(settings.parse({})).toMatchObject({ driverRadius: 10, swipe_symbol: false });
});

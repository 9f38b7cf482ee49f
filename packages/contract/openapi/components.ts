// Table of the named schemas of the OpenAPI document. Clients import the routes instead of this file, which serves
// documentation only.
import {
  bookingStatus,
  cancelledBy,
  instructionData,
  paymentChoice,
  paymentMode,
  paymentPacket,
  trackingEntry,
} from '@kerb/domain/booking';
import { fareBreakdown, fareLine, promo, promoDetails, promoInput, promoUpdate } from '@kerb/domain/fare';
import {
  cancelSlab,
  carType,
  carTypeInput,
  carTypeTranslations,
  carTypeUpdate,
  choiceTranslations,
  feeType,
  pricedChoice,
  vehiclePlanKind,
} from '@kerb/domain/fleet';
import { addressedPoint, latLng } from '@kerb/domain/geo';
import { lang, loginType, ratings, savedAddress, userPlatform, usertype } from '@kerb/domain/identity';
import {
  mdsCarType,
  mdsEvent,
  mdsPlace,
  mdsPropulsion,
  mdsTelemetry,
  mdsTrip,
  mdsVehicle,
  mdsVehicleStatus,
  mdsVehicleType,
} from '@kerb/domain/mobility-data';
import { paymentStatus, providerName } from '@kerb/domain/payment';
import { appcat } from '@kerb/domain/settings';
import { shiftDay, shiftHours, shiftPlan, weeklyShift } from '@kerb/domain/shifts';
import type { z } from 'zod';
import { routes } from '../index.ts';
import { captchaChallenge, inboxMessage, sessionView, socialProvider } from '../routes/auth.ts';
import { actionPlace } from '../routes/booking-transition.ts';
import { bookingRequest, bookingResult, estimateRequest } from '../routes/bookings.ts';
import {
  cancelReason,
  cancelReasonTranslations,
  city,
  demoSignIn,
  publicSettings,
  regionLink,
  settingsPatch,
} from '../routes/catalog.ts';
import { chatMessage, conversation } from '../routes/chat.ts';
import { documentKind, driverDocument } from '../routes/documents.ts';
import { driverDay } from '../routes/driver-day.ts';
import { figureGroup, figureSet, figures } from '../routes/figures.ts';
import { languageChoice, languageView } from '../routes/languages.ts';
import { directions, matrix, place, routeManeuver, suggestion } from '../routes/maps.ts';
import { duty, positionInput } from '../routes/me.ts';
import { declaredCarType, mobilityProvider, tripFile } from '../routes/mobility-data.ts';
import { notice, noticeScreen } from '../routes/notices.ts';
import { deviceType, notification, notificationInput, notifiedUsertype } from '../routes/notifications.ts';
import { partnerKey, partnerKeyInput } from '../routes/partner-keys.ts';
import { checkoutForm, paymentProviders } from '../routes/payments.ts';
import { caller, desk, deskBooking, deskCall, deskTrip, riderAtDesk } from '../routes/phone-desk.ts';
import { promoOffer } from '../routes/promos.ts';
import {
  recurringBooking,
  recurringBookingRequest,
  recurringDay,
  recurringDayStatus,
  uncancelledDay,
} from '../routes/recurring-bookings.ts';
import {
  dashboard,
  driverEarningRow,
  earningRow,
  receipt,
  receiptLine,
  statement,
  statementKind,
  travelTimesReport,
} from '../routes/reports.ts';
import { alertKind, safetyAlert, sharedTrip, tripReport } from '../routes/safety.ts';
import { savedView, savedViewInput, savedViewPatch } from '../routes/saved-views.ts';
import {
  passkeyAssertion,
  passkeyCreationOptions,
  passkeyRegistration,
  passkeyRequestOptions,
  pendingSecondFactor,
  secondFactorProof,
  secondFactorView,
} from '../routes/second-factor.ts';
import { setupRequest } from '../routes/setup.ts';
import { rosterDay, rosterDriver } from '../routes/shifts.ts';
import { regData } from '../routes/signup.ts';
import { newUser, userPatch } from '../routes/users.ts';
import {
  handedOverVehicle,
  returnedVehicle,
  sharedVehicle,
  takenVehicle,
  vehicle,
  vehicleDrivers,
  vehicleHandover,
  vehicleRequest,
  vehicleState,
  vehicleUpdate,
} from '../routes/vehicles.ts';
import {
  whatIfDay,
  whatIfFigure,
  whatIfRequest,
  whatIfResult,
  whatIfRun,
  whatIfRunSummary,
  whatIfStatus,
  whatIfTerms,
} from '../routes/what-if.ts';
import * as bookings from '../views/booking.ts';
import { driverPart, me, otpProof, savedAddresses, transactionKind, walletEntry } from '../views/me.ts';
import * as money from '../views/money.ts';
import { meWithParts, userWithParts } from '../views/user-parts.ts';
import { auditEntry, drivingRecord, ratingEntry, referral, review, user } from '../views/users.ts';
import { problem } from './problem.ts';

const geography = {
  LatLng: latLng,
  AddressedPoint: addressedPoint,
  City: city,
  RegionLink: regionLink,
  Suggestion: suggestion,
  SuggestionList: routes.mapsAutocomplete.answer,
  Place: place,
  Directions: directions,
  RouteManeuver: routeManeuver,
  Matrix: matrix,
  Position: positionInput,
};

const booking = {
  AppCategory: appcat,
  BookingStatus: bookingStatus,
  BookingAction: bookings.bookingAction,
  CancelledBy: cancelledBy,
  MeterMethod: bookings.meterMethod,
  Booking: bookings.booking,
  BookingSummary: bookings.bookingSummary,
  BookingPage: routes.listBookings.answer,
  BookingCount: routes.countBookings.answer,
  BookingRequest: bookingRequest,
  BookingResult: bookingResult,
  BookingReassignment: routes.reassignBooking.body,
  RecurringBooking: recurringBooking,
  RecurringBookingPage: routes.listRecurringBookings.answer,
  RecurringBookingRequest: recurringBookingRequest,
  RecurringDay: recurringDay,
  RecurringDayStatus: recurringDayStatus,
  SkippedDay: routes.skipRecurringDay.body,
  StoppedRecurringBooking: routes.stopRecurringBooking.answer,
  UncancelledDay: uncancelledDay,
  BookingMoney: routes.getBookingMoney.answer,
  ActionPlace: actionPlace,
  InstructionData: instructionData,
  TrackingEntry: trackingEntry,
  Track: bookings.track,
  Quote: bookings.estimate,
  QuoteRequest: estimateRequest,
  FareBreakdown: fareBreakdown,
  FareLine: fareLine,
  FareChangeReason: bookings.fareChangeReason,
  FareReview: bookings.fareReview,
  FareReviewStatus: bookings.fareReviewStatus,
  FareReviewRow: bookings.fareReviewRow,
  FareReviewPage: routes.listFareReviews.answer,
  ChatMessage: chatMessage,
  ChatPage: routes.listMessages.answer,
  Conversation: conversation,
  ConversationList: routes.listConversations.answer,
  Task: bookings.task,
  TaskList: routes.listTasks.answer,
  MissedRequest: routes.listMissedRequests.answer.shape.items.element,
  MissedRequestList: routes.listMissedRequests.answer,
  DriverStanding: routes.getStanding.answer,
  BusyPlaces: routes.getBusyPlaces.answer,
  DriverCandidate: routes.listCandidates.answer.shape.items.element,
  DriverCandidateList: routes.listCandidates.answer,
  DriverSearch: routes.getSearch.answer,
  DispatchReceipt: routes.getDispatchReceipt.answer,
  DispatchBoard: routes.getDispatchBoard.answer,
  DispatchBoardRow: routes.getDispatchBoard.answer.shape.items.element,
  NearbyDrivers: routes.nearbyDrivers.answer,
  LiveDriverList: routes.liveDrivers.answer,
  AlertKind: alertKind,
  SafetyAlert: safetyAlert,
  SafetyAlertPage: routes.listAlerts.answer,
  TripReport: tripReport,
  TripReportList: routes.listTripReports.answer,
  SharedTrip: sharedTrip,
  TripLink: routes.shareBooking.answer,
};

const people = {
  Usertype: usertype,
  LoginType: loginType,
  UserPlatform: userPlatform,
  SocialProvider: socialProvider,
  LanguagePreference: lang,
  Ratings: ratings,
  Me: me,
  MeWithParts: meWithParts,
  User: user,
  UserWithParts: userWithParts,
  UserPage: routes.listUsers.answer,
  DriverDutyCounts: routes.countDuty.answer,
  UserReview: review,
  UserPatch: userPatch,
  NewUser: newUser,
  Driver: driverPart,
  UserDriver: user.shape.driver.unwrap(),
  DriverDocument: driverDocument,
  DriverDocumentList: routes.getMyDocuments.answer,
  DocumentKind: documentKind,
  SavedAddress: savedAddress,
  SavedAddressList: savedAddresses,
  AuditEntry: auditEntry,
  AuditPage: routes.getUserAudit.answer,
  RatingEntry: ratingEntry,
  DrivingRecord: drivingRecord,
  RatingPage: routes.getUserRatings.answer,
  Referral: referral,
  ReferralPage: routes.listReferrals.answer,
  RegData: regData,
  OtpProof: otpProof,
  OtpSent: routes.sendOtp.answer,
  SignIn: routes.mobileSignIn.answer,
  CurrentSession: routes.getSession.answer,
  Session: sessionView,
  SessionList: routes.getSessions.answer,
  CaptchaChallenge: captchaChallenge,
  SecondFactor: secondFactorView,
  SecondFactorProof: secondFactorProof,
  PendingSecondFactor: pendingSecondFactor,
  Passkey: secondFactorView.shape.passkeys.element,
  PasskeyAssertion: passkeyAssertion,
  PasskeyRegistration: passkeyRegistration,
  PasskeyCreationOptions: passkeyCreationOptions,
  PasskeyRequestOptions: passkeyRequestOptions,
};

const payments = {
  PaymentMode: paymentMode,
  PaymentChoice: paymentChoice,
  PaymentPacket: paymentPacket,
  PaymentForm: money.paymentForm,
  PaymentStatus: paymentStatus,
  Payment: money.payment,
  PaymentRecord: money.paymentRecord,
  PaymentRecordPage: routes.listPayments.answer,
  PaymentProviderList: paymentProviders,
  ProviderName: providerName,
  CheckoutForm: checkoutForm,
  Refund: money.refund,
  TransactionKind: transactionKind,
  WalletEntry: walletEntry,
  WalletPage: routes.getWallet.answer,
  Withdraw: money.withdraw,
  WithdrawPage: routes.listMyWithdraws.answer,
  WithdrawQueuePage: routes.listWithdraws.answer,
  Ledger: money.ledgerState,
  LedgerAccount: money.ledgerAccount,
  LedgerSeal: money.ledgerSeal,
  LedgerSealPage: routes.listLedgerSeals.answer,
  LedgerTransaction: money.ledgerTransaction,
  LedgerTransactionPage: routes.listLedgerTransactions.answer,
};

const offer = {
  Vehicle: vehicle,
  VehiclePage: routes.listVehicles.answer,
  VehicleRequest: vehicleRequest,
  VehicleUpdate: vehicleUpdate,
  VehicleDrivers: vehicleDrivers,
  VehicleState: vehicleState,
  VehiclePlanKind: vehiclePlanKind,
  VehicleHandover: vehicleHandover,
  VehicleHandoverPage: routes.listVehicleHandovers.answer,
  SharedVehicle: sharedVehicle,
  SharedVehicleList: routes.getMyVehicles.answer,
  TakenVehicle: takenVehicle,
  ReturnedVehicle: returnedVehicle,
  HandedOverVehicle: handedOverVehicle,
  CarType: carType,
  CarTypeInput: carTypeInput,
  CarTypeUpdate: carTypeUpdate,
  CarTypeList: routes.getCarTypes.answer,
  FeeType: feeType,
  CarTypeTranslations: carTypeTranslations,
  PricedChoice: pricedChoice,
  ChoiceTranslations: choiceTranslations,
  CancelSlab: cancelSlab,
  CancelReason: cancelReason,
  CancelReasonTranslations: cancelReasonTranslations,
  CancelReasonList: routes.getCancelReasons.answer,
  Caller: caller,
  RiderAtDesk: riderAtDesk,
  DeskTrip: deskTrip,
  DeskBooking: deskBooking,
  Desk: desk,
  DeskCall: deskCall,
  SavedView: savedView,
  SavedViewInput: savedViewInput,
  SavedViewPatch: savedViewPatch,
  SavedViewList: routes.listSavedViews.answer,
  Promo: promo,
  PromoInput: promoInput,
  PromoUpdate: promoUpdate,
  PromoPage: routes.listPromos.answer,
  PromoDetails: promoDetails,
  PromoOffer: promoOffer,
  PromoOfferList: routes.listPromoOffers.answer,
  Settings: publicSettings,
  SettingsPatch: settingsPatch,
  SetupRequest: setupRequest,
  DemoSignIn: demoSignIn,
  Language: languageView,
  LanguageChoice: languageChoice,
  LanguageList: routes.listLanguages.answer,
  LanguageTexts: routes.getLanguageTexts.answer,
  TextKeyList: routes.listTextKeys.answer,
  MissingTextCounts: routes.countMissingTexts.answer,
};

const messages = {
  Problem: problem,
  Notice: notice,
  NoticePage: routes.listNotices.answer,
  NoticeScreen: noticeScreen,
  Notification: notification,
  NotificationInput: notificationInput,
  NotificationPage: routes.listNotifications.answer,
  NotificationDevices: deviceType,
  NotificationAudience: notifiedUsertype,
  InboxMessage: inboxMessage,
  InboxMessageList: routes.devInbox.answer,
};

const reports = {
  Dashboard: dashboard,
  TravelTimesReport: travelTimesReport,
  WhatIfTerms: whatIfTerms,
  WhatIfRequest: whatIfRequest,
  WhatIfStatus: whatIfStatus,
  WhatIfFigure: whatIfFigure,
  WhatIfResult: whatIfResult,
  WhatIfRun: whatIfRun,
  WhatIfRunSummary: whatIfRunSummary,
  WhatIfRunList: routes.listWhatIfRuns.answer,
  WhatIfDay: whatIfDay,
  WhatIfDayList: routes.listWhatIfDays.answer,
  EarningRow: earningRow,
  EarningsReport: routes.getEarnings.answer,
  DriverEarningRow: driverEarningRow,
  DriverEarningsReport: routes.getDriverEarnings.answer,
  DriverDay: driverDay,
  RosterDriver: rosterDriver,
  RosterDay: rosterDay,
  ShiftPlan: shiftPlan,
  WeeklyShift: weeklyShift,
  ShiftDay: shiftDay,
  ShiftHours: shiftHours,
  Duty: duty,
  Figures: figures,
  FigureGroup: figureGroup,
  FigureSet: figureSet,
  Statement: statement,
  StatementKind: statementKind,
  Receipt: receipt,
  ReceiptLine: receiptLine,
};

const mobilityData = {
  MdsPlace: mdsPlace,
  MdsVehicle: mdsVehicle,
  MdsVehicleType: mdsVehicleType,
  MdsPropulsion: mdsPropulsion,
  MdsEvent: mdsEvent,
  MdsTelemetry: mdsTelemetry,
  MdsVehicleStatus: mdsVehicleStatus,
  MdsTrip: mdsTrip,
  MdsCarType: mdsCarType,
  DeclaredCarType: declaredCarType,
  MobilityProvider: mobilityProvider,
  TripFile: tripFile,
  TripFileList: routes.listTripFiles.answer,
  PartnerKey: partnerKey,
  PartnerKeyInput: partnerKeyInput,
  PartnerKeyList: routes.listPartnerKeys.answer,
};

/**
 * Schemas that are not listed here are named after their operation (`SendOtpRequest`) or written inline where they are
 * used.
 */
export const components = {
  ...geography,
  ...booking,
  ...people,
  ...payments,
  ...offer,
  ...messages,
  ...reports,
  ...mobilityData,
} as const;

export type ComponentName = keyof typeof components;

/** TypeScript type of a named schema, as responses contain it: `Component<'Booking'>`. */
export type Component<Name extends ComponentName> = z.output<(typeof components)[Name]>;

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(components, name);

const nameBySchema = new Map<unknown, ComponentName>();
for (const [name, schema] of Object.entries(components))
  if (isComponentName(name)) nameBySchema.set(schema, name);

/** Returns the name of a schema in the OpenAPI document; undefined for an unnamed schema. */
export const componentNameOf = (schema: unknown): ComponentName | undefined => nameBySchema.get(schema);

// Entry point of the package: exports every route by name, the messages of the live socket, and their schemas.
import type { z } from 'zod';
import type { KeyAccess, RouteDefinition } from './define-route.ts';
import { authRoutes } from './routes/auth.ts';
import { bookingRoutes } from './routes/bookings.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { chatRoutes } from './routes/chat.ts';
import { dispatchRoutes } from './routes/dispatch.ts';
import { documentRoutes } from './routes/documents.ts';
import { driverDayRoutes } from './routes/driver-day.ts';
import { figureRoutes } from './routes/figures.ts';
import { hostedRoutes } from './routes/hosted.ts';
import { languageRoutes } from './routes/languages.ts';
import { mapsRoutes } from './routes/maps.ts';
import { meRoutes } from './routes/me.ts';
import { mobilityDataRoutes } from './routes/mobility-data.ts';
import { noticeRoutes } from './routes/notices.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { partnerKeyRoutes } from './routes/partner-keys.ts';
import { paymentRoutes } from './routes/payments.ts';
import { phoneDeskRoutes } from './routes/phone-desk.ts';
import { promoRoutes } from './routes/promos.ts';
import { recurringBookingRoutes } from './routes/recurring-bookings.ts';
import { reportRoutes } from './routes/reports.ts';
import { safetyRoutes } from './routes/safety.ts';
import { savedViewRoutes } from './routes/saved-views.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { setupRoutes } from './routes/setup.ts';
import { shiftRoutes } from './routes/shifts.ts';
import { signupRoutes } from './routes/signup.ts';
import { tripRoutes } from './routes/trips.ts';
import { userRoutes } from './routes/users.ts';
import { vehicleRoutes } from './routes/vehicles.ts';
import { walletRoutes } from './routes/wallets.ts';
import { whatIfRoutes } from './routes/what-if.ts';

export const routes = {
  ...authRoutes,
  ...secondFactorRoutes,
  ...meRoutes,
  ...catalogRoutes,
  ...languageRoutes,
  ...mapsRoutes,
  ...bookingRoutes,
  ...recurringBookingRoutes,
  ...tripRoutes,
  ...dispatchRoutes,
  ...hostedRoutes,
  ...userRoutes,
  ...reportRoutes,
  ...driverDayRoutes,
  ...shiftRoutes,
  ...figureRoutes,
  ...documentRoutes,
  ...vehicleRoutes,
  ...signupRoutes,
  ...setupRoutes,
  ...paymentRoutes,
  ...walletRoutes,
  ...promoRoutes,
  ...chatRoutes,
  ...noticeRoutes,
  ...notificationRoutes,
  ...safetyRoutes,
  ...phoneDeskRoutes,
  ...savedViewRoutes,
  ...whatIfRoutes,
  ...partnerKeyRoutes,
  ...mobilityDataRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** Names of the routes that users call; the other routes are for programs of partners, which use API keys. */
export type PeopleRouteName = {
  [Name in RouteName]: Routes[Name]['access'] extends KeyAccess ? never : Name;
}[RouteName];

type InputOf<S> = S extends z.ZodType ? z.input<S> : never;
type Part<K extends string, S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : unknown;
type Field<R, K extends string> = R extends Record<K, infer S> ? S : undefined;

/** Input of a route: params, query and body, as far as the route declares them. */
export type RouteInput<R extends RouteDefinition> = Part<'params', Field<R, 'params'>> &
  Part<'query', Field<R, 'query'>> &
  Part<'body', Field<R, 'body'>>;

/** Parsed response of a route. */
export type RouteAnswer<R extends RouteDefinition> = z.output<R['answer']>;
export type RouteBody<R extends RouteDefinition> = InputOf<Field<R, 'body'>>;

export * from './define-route.ts';
export * from './live.ts';
export * from './pages.ts';
export {
  type InboxMessage,
  inboxMessage,
  type SessionView,
  type SocialProvider,
  socialProvider,
} from './routes/auth.ts';
export {
  type BookingCount,
  type BookingFilters,
  type BookingRequest,
  type BookingResult,
  type BookingSort,
  bookingFilters,
  bookingRequest,
  bookingResult,
  bookingSort,
  type EstimateRequest,
  estimateRequest,
  type ParsedBookingRequest,
} from './routes/bookings.ts';
export {
  type CancelReason,
  type CancelReasonInput,
  type City,
  city,
  type DemoPurpose,
  demoPurpose,
  demoSignIn,
  type PublicSettings,
  publicSettings,
  type RegionLink,
  regionLink,
} from './routes/catalog.ts';
export { type ChatMessage, type Conversation, chatMessage } from './routes/chat.ts';
export type {
  BoardRow,
  BusyPlaces,
  DispatchBoard,
  DriverCandidate,
  DriverStanding,
  MissedRequest,
} from './routes/dispatch.ts';
export { type DocumentKind, type DriverDocument, documentKind } from './routes/documents.ts';
export type { DriverDay } from './routes/driver-day.ts';
export {
  type FigureGroup,
  type FigureSet,
  type Figures,
  type FiguresBy,
  figuresBy,
} from './routes/figures.ts';
export { type LanguageChoice, type LanguageView, languageMaxBytes } from './routes/languages.ts';
export { type DirectionsView, directions, place, type Suggestion, suggestion } from './routes/maps.ts';
export { type Duty, type PositionInput, positionInput } from './routes/me.ts';
export {
  type DeclaredCarType,
  type MobilityProvider,
  mobilityProvider,
  type TripFile,
  tripFile,
} from './routes/mobility-data.ts';
export { type NoticeScreen, type NoticeView, notice, noticeScreen } from './routes/notices.ts';
export {
  type DeviceType,
  deviceType,
  type NotificationInput,
  type NotificationView,
  type NotifiedUsertype,
  notification,
  notificationInput,
  notifiedUsertype,
} from './routes/notifications.ts';
export {
  maxPartnerKeys,
  type PartnerKey,
  type PartnerKeyInput,
  partnerKey,
  partnerKeyInput,
} from './routes/partner-keys.ts';
export {
  type AnnouncedCall,
  announcedCall,
  type Caller,
  type Desk,
  type DeskBooking,
  type DeskCall,
  type DeskTrip,
  maxRiderNotes,
  type RiderAtDesk,
} from './routes/phone-desk.ts';
export { type PromoOffer, type PromoSort, promoOffer, promoSort } from './routes/promos.ts';
export {
  type ParsedRecurringBookingRequest,
  type RecurringBooking,
  type RecurringBookingRequest,
  type RecurringDay,
  type RecurringDayStatus,
  recurringBooking,
  recurringBookingRequest,
  recurringDay,
  recurringDayStatus,
} from './routes/recurring-bookings.ts';
export {
  type Dashboard,
  type DriverEarningRow,
  dashboard,
  type EarningRow,
  type Receipt,
  type Statement,
  type StatementKind,
  statementKind,
  type TravelTimesReport,
} from './routes/reports.ts';
export {
  type AlertKind,
  alertKind,
  type SafetyAlert,
  type SharedTrip,
  safetyAlert,
  sharedTrip,
  type TripReport,
  tripReport,
} from './routes/safety.ts';
export {
  maxSavedViews,
  type SavedView,
  type SavedViewInput,
  type SavedViewPatch,
  type SavedViewTable,
  savedView,
  savedViewInput,
  savedViewPatch,
  savedViewTable,
} from './routes/saved-views.ts';
export {
  type PasskeyAssertion,
  type PasskeyRegistration,
  type PendingSecondFactor,
  passkeyCreationOptions,
  passkeyRequestOptions,
  type SecondFactorProof,
  type SecondFactorView,
  secondFactorView,
} from './routes/second-factor.ts';
export { type SetupRequest, setupRequest } from './routes/setup.ts';
export type { RosterDriver } from './routes/shifts.ts';
export { type RegData, regData } from './routes/signup.ts';
export {
  type DriverDuty,
  type NewUserInput,
  newUser,
  type SeenAccount,
  type UserPatch,
  type UserSort,
  userFilters,
  userPatch,
  userSort,
} from './routes/users.ts';
export {
  type HandedOverVehicle,
  type ParsedVehicleRequest,
  type ParsedVehicleUpdate,
  type ReturnedVehicle,
  type SharedVehicle,
  type TakenVehicle,
  type Vehicle,
  type VehicleHandover,
  type VehicleRequest,
  type VehicleSort,
  type VehicleState,
  vehicleSort,
  vehicleState,
} from './routes/vehicles.ts';
export {
  type WhatIfDay,
  type WhatIfFigure,
  type WhatIfRequest,
  type WhatIfResult,
  type WhatIfRun,
  type WhatIfRunSummary,
  type WhatIfStatus,
  type WhatIfTerms,
  whatIfFigure,
  whatIfTerms,
} from './routes/what-if.ts';
export * from './views/booking.ts';
export * from './views/me.ts';
export * from './views/money.ts';
export { type UserPart, type UserParts, userParts } from './views/user-parts.ts';
export * from './views/users.ts';

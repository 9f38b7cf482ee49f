// Table of the addresses of the web app's screens.

export const paths = {
  home: '/',
  aboutUs: '/about-us',
  privacyPolicy: '/privacy-policy',
  login: '/login',
  driverSignup: '/driver-signup',
  bookings: '/bookings',
  profile: '/profile',
  dashboard: '/dashboard',
  cartypes: '/cartypes',
  cancelreasons: '/cancelreasons',
  addbookings: '/addbookings',
  promos: '/promos',
  riders: '/riders',
  drivers: '/drivers',
  /** Cars shared by several drivers. */
  vehicles: '/vehicles',
  alladmin: '/alladmin',
  fleetadmins: '/fleetadmins',
  driverearning: '/driverearning',
  notifications: '/notifications',
  earningreports: '/earningreports',
  addtowallet: '/addtowallet',
  withdraws: '/withdraws',
  /** Fares far above their quotes, for admins. */
  farereviews: '/farereviews',
  /** The ledger, for admins. */
  money: '/money',
  settings: '/settings',
  appinfo: '/appinfo',
  /** Weekly shifts of drivers, planned and worked. */
  shifts: '/shifts',
  /** Simulation of a past day's requests with other dispatch settings, for admins. */
  whatif: '/whatif',
  /** API keys and data exports for regulators, for admins. */
  opendata: '/opendata',
  languagesetting: '/languagesetting',
  setup: '/setup',
  /** Wallet of the specification's mobile screens. */
  wallet: '/wallet',
  /** A driver's monthly statements. */
  statement: '/wallet/statement',
  devInbox: '/dev/inbox',
  /** The rider's (and driver's) view of one trip: BookedCab. */
  trip: (bookingId: string) => `/trip/${encodeURIComponent(bookingId)}`,
  /** onlineChat of the specification: a trip's chat, for its rider and for its driver. */
  tripChat: (bookingId: string) => `/trip/${encodeURIComponent(bookingId)}/chat`,
  driverChat: (bookingId: string) => `/driver/trip/${encodeURIComponent(bookingId)}/chat`,
  /** Emergency alerts, and trips that stand still or leave their route, for admins. */
  alerts: '/alerts',
  /** One booking in the console. */
  booking: (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}`,
  /** One person in the console. */
  person: (uid: string) => `/people/${encodeURIComponent(uid)}`,
  /** The driver's tasks and current trip: DriverTrips. */
  driverTrips: '/driver',
  /** A driver's earnings of one day, by hour. */
  driverDay: '/driver/day',
  driverTrip: (bookingId: string) => `/driver/trip/${encodeURIComponent(bookingId)}`,
} as const;

// The areas that texts are grouped by, and the shape of an area.

export type TextArea =
  | 'core'
  /** What a delivery service says in place of the other areas' texts. */
  | 'delivery'
  | 'errors'
  | 'login'
  | 'site'
  /** Public pages of text, and what stands below the landing page's form. */
  | 'pages'
  /** Titles and descriptions of the public pages. */
  | 'head'
  | 'rider'
  | 'driver'
  /** What riders and drivers read alike while a trip is under way. */
  | 'trip'
  /** Why the server cancelled a booking. */
  | 'reasons'
  | 'console'
  | 'signup'
  | 'people'
  | 'account'
  | 'setup'
  | 'money'
  | 'wallet'
  | 'receipt'
  /** Why the fare of a finished trip is what it is: its meter, and what was decided on it. */
  | 'fare'
  /** Deciding on fares far above their quotes, in the console. */
  | 'farereviews'
  | 'reports'
  /** Dialogs of the booking form: options, map, promos, prepayment. */
  | 'quote'
  /** Lists and pages of bookings, their actions, and /addbookings. */
  | 'bookings'
  /** The phone desk: callers, orders, calls. */
  | 'desk'
  /** Car types, cancel reasons and promos in the console. */
  | 'catalog'
  /** Sharing a trip, calling for help, and the console's alerts. */
  | 'safety'
  /** Choosing a moment or a month. */
  | 'picker'
  | 'chat'
  /** The second factor: setting it up, proving it, and its section of the profile. */
  | 'security'
  /** The history of notices, push messages of this device, and /notifications. */
  | 'notices'
  /** /settings and /appinfo. */
  | 'settings'
  /** /shifts, and a driver's own week. */
  | 'shifts'
  /** /vehicles. */
  | 'vehicles'
  /** /whatif. */
  | 'whatif'
  /** /opendata. */
  | 'opendata'
  /** /languagesetting. */
  | 'languages'
  /** /dashboard with its map. */
  | 'dashboard';

export type Texts = Record<string, string>;

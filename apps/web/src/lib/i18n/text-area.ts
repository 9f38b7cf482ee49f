// Defines the areas into which texts are grouped, and the shape of an area's texts.

export type TextArea =
  | 'core'
  /** Texts of a delivery service, which replace texts of the other areas. */
  | 'delivery'
  | 'errors'
  | 'login'
  | 'site'
  /** Public pages of text, and the sections below the landing page's form. */
  | 'pages'
  /** Titles and descriptions of the public pages. */
  | 'head'
  | 'rider'
  | 'driver'
  /** Texts of a trip in progress that riders and drivers share. */
  | 'trip'
  /** Cancelling a booking: the question, its cost, and the server's own reasons. */
  | 'reasons'
  | 'console'
  | 'signup'
  | 'people'
  | 'account'
  | 'setup'
  | 'money'
  | 'wallet'
  | 'receipt'
  /** Explanation of a finished trip's fare: its meter, and the decision of a fare review. */
  | 'fare'
  /** Review of fares far above their quotes, in the console. */
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

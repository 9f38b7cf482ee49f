// List of the specification's screen names, which push messages use as targets.

export const screenNames = [
  'BookedCab',
  'onlineChat',
  'Wallet',
  'DriverTrips',
  'Profile',
  'Drivers',
  'Alerts',
] as const;

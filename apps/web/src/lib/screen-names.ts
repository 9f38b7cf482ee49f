// The screens' names in the specification: where push messages lead.

export const screenNames = [
  'BookedCab',
  'onlineChat',
  'Wallet',
  'DriverTrips',
  'Profile',
  'Drivers',
  'Alerts',
] as const;

// The reasons to cancel a booking that an installation begins with.

export const defaultCancelReasons = [
  'The car is too far away',
  'The wait is too long',
  'Nobody came to the pickup',
  'The other side asked to cancel',
  'The pickup or the drop is wrong',
  'Plans have changed',
  'The vehicle or the driver is not as shown',
  'Another reason',
].map((label, value) => ({ value, label }));

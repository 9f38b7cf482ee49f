// What each scope of a key is called.
import type { KeyScope } from '@kerb/contract';

export const scopeTexts = {
  'mds.vehicles': 'opendata_scope_vehicles',
  'mds.trips': 'opendata_scope_trips',
} as const satisfies Record<KeyScope, string>;

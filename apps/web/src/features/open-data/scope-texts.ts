// Display names of the API keys' scopes.
import type { KeyScope } from '@kerb/contract';

export const scopeTexts = {
  'mds.vehicles': 'opendata_scope_vehicles',
  'mds.trips': 'opendata_scope_trips',
} as const satisfies Record<KeyScope, string>;

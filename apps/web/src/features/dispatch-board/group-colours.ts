// The colours of the queue's groups, beside their rows and at their pickups on the map.
import type { BoardGroup } from '@kerb/domain/dispatch';

export const groupColours: Readonly<Record<BoardGroup | 'alerts', string>> = {
  alerts: 'error.main',
  unassigned: 'secondary.main',
  late: 'error.main',
  at_risk: 'warning.main',
  on_way: 'info.main',
  on_trip: 'success.main',
  upcoming: 'divider',
  unpaid: 'warning.main',
};

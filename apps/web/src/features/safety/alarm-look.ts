// Styles of an open alert: red for an urgent one, neutral for a rider's report.
import type { AlertKind } from '@kerb/contract';
import { isUrgentAlert } from '@kerb/domain/safety';

/** True for alerts that an admin must handle at once; riders' reports are not urgent. */
export const isUrgent = ({ kind }: { readonly kind: AlertKind }): boolean => isUrgentAlert(kind);

/** Same colours in the light and dark scheme; white text has a contrast of 6.4 to 1. */
export const alarmLook = { bgcolor: '#BA1F16', color: '#FFFFFF' } as const;

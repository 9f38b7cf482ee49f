// How an open alert looks: red where it is urgent, quiet where a rider reported something.
import type { AlertKind } from '@kerb/contract';

const urgentKinds: readonly AlertKind[] = ['panic', 'standstill', 'off_route'];

/** What needs an admin at once; reports of riders do not. */
export const isUrgent = ({ kind }: { readonly kind: AlertKind }): boolean => urgentKinds.includes(kind);

/** The same by day and by night, dark enough for white words (6.4 to 1). */
export const alarmLook = { bgcolor: '#BA1F16', color: '#FFFFFF' } as const;

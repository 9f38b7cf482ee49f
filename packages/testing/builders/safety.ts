// Builders of safety alerts.
import type { SafetyAlert } from '@kerb/contract';

/** A driver's open call for help, raised once; its booking has its driver. */
export const aSafetyAlert = (change: Partial<SafetyAlert> = {}): SafetyAlert => ({
  id: 'a1',
  kind: 'panic',
  at: 0,
  lastAt: 0,
  times: 1,
  booking: 'b1',
  reference: 'K7PD2M',
  status: 'ACCEPTED',
  raisedBy: 'driver',
  message: null,
  place: null,
  position: null,
  customer: { uid: 'r1', name: 'Lucía Pereira', contact: null },
  driver: { uid: 'd1', name: 'Ana Pérez', contact: '+59892000001' },
  driverReplaced: false,
  vehicle_number: 'SAB 1000',
  vehicle_description: null,
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  ...change,
});

// React hook that returns the driver's status as a title and a sentence, including the reason why no offers can arrive.
import { hasRunOut } from '@kerb/domain/fleet';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { useTranslation } from 'react-i18next';
import type { ReportedPosition } from '../../features/driving/use-report-position.ts';
import { useNetwork } from '../../lib/network/use-network.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/use-settings.ts';

export interface DriverStatus {
  readonly onDuty: boolean;
  readonly onTrip: boolean;
  readonly title: string;
  readonly text: string;
}

export function useDriverStatus(
  { position }: Pick<ReportedPosition, 'position'>,
  tasks: number,
): DriverStatus {
  const { t } = useTranslation();
  const { user } = useAuth();
  const settings = useSettings();
  const network = useNetwork();
  const { steps, networkFailed } = useTripQueue();
  const isStepRefused = steps?.some(({ refusal }) => refusal !== null) ?? false;
  const waiting = steps?.length ?? 0;
  const onDuty = user?.driver?.driverActiveStatus ?? false;
  const onTrip = user?.driver?.queue ?? false;
  const owes = settings?.negativeBalance === false && (user?.walletBalance ?? 0) <= 0;
  // A document may expire while the screen is open.
  const now = useNow(onDuty, 20 * MS_PER_SECOND) + useClockOffset();
  const facts = { onDuty, onTrip };
  // Later steps of the trip wait for the driver to correct the rejected one.
  if (isStepRefused) return { ...facts, title: t('duty_trip'), text: t('duty_step_refused') };
  if (waiting > 0) {
    const text = networkFailed ? t('duty_steps_wait', { count: waiting }) : t('kept_sending');
    return { ...facts, title: t('duty_trip'), text };
  }
  if (onTrip) return { ...facts, title: t('duty_trip'), text: t('duty_trip_text') };
  if (!onDuty) return { ...facts, title: t('duty_off'), text: t('duty_off_text') };
  if (network === 'offline' || network === 'reconnecting')
    return { ...facts, title: t('duty_lost'), text: t('duty_lost_text') };
  if (hasRunOut(user?.driver?.documentsValidUntil ?? null, now))
    return { ...facts, title: t('duty_owes'), text: t('documents_expired') };
  if (owes) return { ...facts, title: t('duty_owes'), text: t('wallet_blocked') };
  if (position === null) return { ...facts, title: t('duty_on'), text: t('duty_locating') };
  if (tasks > 0) return { ...facts, title: t('duty_on'), text: t('duty_tasks', { count: tasks }) };
  return { ...facts, title: t('duty_on'), text: t('duty_waiting') };
}

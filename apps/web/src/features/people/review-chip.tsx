// Chips for the state of an account, of its vehicle, and of a driver's duty.
import type { Review, User } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

const tones: Record<Review, Tone> = {
  waiting: 'due',
  approved: 'done',
  refused: 'stopped',
  disabled: 'stopped',
};

export function ReviewChip({ review }: { review: Review }) {
  const { t } = useTranslation();
  return <ToneChip tone={tones[review]}>{t(`review_${review}`)}</ToneChip>;
}

type Driver = NonNullable<User['driver']>;

/** Renders nothing while the vehicle is approved. */
export function VehicleChip({ driver }: { driver: Pick<Driver, 'vehicleChangedAt'> }) {
  const { t } = useTranslation();
  if (driver.vehicleChangedAt === null) return null;
  return <ToneChip tone="due">{t('person_vehicle_waiting')}</ToneChip>;
}

export function DutyChip({ driver }: { driver: Pick<Driver, 'driverActiveStatus' | 'queue'> }) {
  const { t } = useTranslation();
  if (driver.queue) return <ToneChip tone="moving">{t('person_duty_busy')}</ToneChip>;
  if (driver.driverActiveStatus) return <ToneChip tone="done">{t('person_duty_on')}</ToneChip>;
  return <ToneChip tone="waiting">{t('person_duty_off')}</ToneChip>;
}

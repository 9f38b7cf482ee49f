// Chip that shows whether a driver currently has the vehicle.
import type { VehicleState } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

const tones: Record<VehicleState, Tone> = { free: 'done', taken: 'moving', retired: 'stopped' };

export function VehicleChip({ state }: { state: VehicleState }) {
  const { t } = useTranslation();
  return <ToneChip tone={tones[state]}>{t(`vehicles_state_${state}`)}</ToneChip>;
}

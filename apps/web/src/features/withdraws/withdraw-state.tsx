// How a withdraw request stands: waiting, processed, or given back with a reason.
import type { Withdraw } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

export type WithdrawState = 'pending' | 'processed' | 'returned';

export function stateOf({ processed, returned }: Pick<Withdraw, 'processed' | 'returned'>): WithdrawState {
  if (processed) return 'processed';
  return returned === null ? 'pending' : 'returned';
}

const tones: Record<WithdrawState, Tone> = { pending: 'due', processed: 'done', returned: 'stopped' };

export function WithdrawChip({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTranslation();
  const state = stateOf(withdraw);
  const chip = <ToneChip tone={tones[state]}>{t(`withdraws_state_${state}`)}</ToneChip>;
  return withdraw.returned === null ? chip : <span title={withdraw.returned.reason}>{chip}</span>;
}

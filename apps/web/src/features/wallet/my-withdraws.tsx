// The user's withdrawal requests: pending, transferred, or returned to the wallet with the reason.
import type { Withdraw } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

type State = 'waiting' | 'processed' | 'returned';
const tones: Record<State, Tone> = { waiting: 'waiting', processed: 'done', returned: 'due' };

function stateOf({ processed, returned }: Withdraw): State {
  if (returned) return 'returned';
  return processed ? 'processed' : 'waiting';
}

/** Renders nothing while there are no requests. */
export function MyWithdraws() {
  const { t } = useTranslation();
  const list = pagedEntries(answers.listMyWithdrawsPages.useInfiniteQuery({ query: { limit: pageLength } }));
  if (list.items === null || list.items.length === 0) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h4" component="h2">
        {t('withdraws_mine')}
      </Typography>
      <PagedList
        label={t('withdraws_mine')}
        list={list}
        keyOf={({ id }) => id}
        render={(withdraw) => <WithdrawRow withdraw={withdraw} />}
      />
    </Box>
  );
}

function WithdrawRow({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTranslation();
  const { dateTime, date } = useFormat();
  const state = stateOf(withdraw);
  const account = [withdraw.bankName, withdraw.bankAccount].filter(Boolean).join(' · ');
  return (
    <Box sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Money amount={withdraw.amount} strong />
        <ToneChip tone={tones[state]}>{t(`withdraw_${state}`)}</ToneChip>
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {withdraw.procesDate === null
          ? t('withdraw_asked', { when: dateTime(withdraw.date) })
          : t('withdraw_transferred', { when: date(withdraw.procesDate) })}
        {account !== '' && (
          <Box component="span" sx={{ display: 'block' }}>
            {account}
          </Box>
        )}
      </Typography>
      {withdraw.returned && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {withdraw.returned.reason}
        </Typography>
      )}
    </Box>
  );
}

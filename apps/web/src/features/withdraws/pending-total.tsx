// The total of all pending withdrawals, independent of the list's filters.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export interface PendingSum {
  readonly count: number;
  readonly amount: number;
}

/** `pending` is null while loading. */
export function PendingTotal({ pending }: { pending: PendingSum | null }) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('withdraws_pending_total')}
      sx={{
        p: 2.5,
        mb: 3,
        borderRadius: '16px',
        bgcolor: 'background.subtle',
        maxWidth: 360,
        minHeight: 112,
      }}
    >
      <Typography variant="body2" color="text.secondary">
        {t('withdraws_pending_total')}
      </Typography>
      {pending === null ? (
        <Placeholder width="60%" height={48} />
      ) : (
        <>
          <Typography component="p" variant="h3">
            <Money amount={pending.amount} />
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {pending.count === 0
              ? t('withdraws_nothing_pending')
              : t('withdraws_pending', { count: pending.count })}
          </Typography>
        </>
      )}
    </Box>
  );
}

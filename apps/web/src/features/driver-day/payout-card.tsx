// Card of the next payout: the amount that can be withdrawn, and the amount that awaits the operator's transfer, which
// has no fixed date.
import type { DriverDay } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

export function PayoutCard({ payout }: Pick<DriverDay, 'payout'>) {
  const { t } = useTranslation();
  const { money, date } = useFormat();
  const { balance, withdrawable, waiting } = payout;
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 1, p: 2.5, borderRadius: '16px', bgcolor: 'background.subtle' }}
    >
      <Typography variant="h4" component="h2">
        {t('day_payout')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Typography color="text.secondary">{t('day_payout_now')}</Typography>
        <Money amount={withdrawable} strong />
      </Box>
      <Typography variant="body2" color="text.secondary">
        {waiting.since === null
          ? t('day_payout_none')
          : t('day_payout_waiting', { amount: money(waiting.amount), when: isolated(date(waiting.since)) })}
      </Typography>
      {balance < 0 && (
        <Typography variant="body2">{t('day_payout_owed', { amount: money(-balance) })}</Typography>
      )}
      <Button component={Link} to={paths.wallet} variant="outlined" sx={{ justifySelf: 'start' }}>
        {t('day_wallet')}
      </Button>
    </Box>
  );
}

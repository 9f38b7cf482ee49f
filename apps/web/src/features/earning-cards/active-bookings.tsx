// Card with the number of active bookings in each status.
import type { Dashboard } from '@kerb/contract';
import { activeStatuses } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { useStatusText } from '../../ui/status-text.ts';

export function ActiveBookings({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const statusText = useStatusText();
  if (!dashboard)
    return (
      <Loading>
        <Placeholder height={44} />
      </Loading>
    );
  const shown = activeStatuses.filter((status) => dashboard.bookings[status] > 0);
  if (shown.length === 0) return <Typography color="text.secondary">{t('dashboard_no_active')}</Typography>;
  return (
    <Box
      component="ul"
      aria-label={t('dashboard_active')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, p: 0 }}
    >
      {shown.map((status) => (
        <Box
          key={status}
          component="li"
          sx={{
            display: 'inline-flex',
            alignItems: 'baseline',
            gap: 1,
            px: 1.75,
            py: 1,
            borderRadius: '10px',
            bgcolor: 'background.subtle',
          }}
        >
          <Typography component="span" className="tabular" sx={{ fontWeight: 680 }}>
            {number(dashboard.bookings[status])}
          </Typography>
          <Typography component="span" variant="body2" color="text.secondary">
            {statusText(status)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

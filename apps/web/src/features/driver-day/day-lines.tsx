// List of a day's trips with time and driver's share; tips and cancellation fees are labelled.
import type { DriverDay } from '@kerb/contract';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { rowLink } from '../../ui/row-link.ts';

type Line = DriverDay['lines'][number];

export function DayLines({ lines }: Pick<DriverDay, 'lines'>) {
  const { t } = useTranslation();
  return (
    <Box component="section">
      <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
        {t('day_lines')}
      </Typography>
      <Box component="ul" aria-label={t('day_lines')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lines.map((line) => (
          <LineRow key={line.booking} line={line} />
        ))}
      </Box>
    </Box>
  );
}

function LineRow({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { time, money } = useFormat();
  const After = useLanguage().direction === 'rtl' ? ChevronLeft : ChevronRight;
  const { driver_share: share, tip, cancellation_fee: fee } = line;
  const parts = [
    ...(share > 0 && (tip > 0 || fee > 0) ? [t('day_part_share', { amount: money(share) })] : []),
    ...(tip > 0 ? [t('day_part_tip', { amount: money(tip) })] : []),
    ...(fee > 0 ? [t('day_part_fee', { amount: money(fee) })] : []),
  ];
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        py: 1.25,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box component={Link} to={paths.driverTrip(line.booking)} sx={rowLink}>
        <bdi>{line.reference ?? t('day_trip')}</bdi>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Money amount={line.total} strong />
        <After aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ gridColumn: '1 / -1' }}>
        {[time(line.at), ...parts].join(' · ')}
      </Typography>
    </Box>
  );
}

// Bar chart of cancellation reasons in the period, most frequent first; each bar links to its bookings.
import type { Figures } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../lib/format-figures.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useReasonText } from '../../lib/use-reason-text.ts';
import { GroupLink } from './bookings-link.tsx';
import { useFigureLook } from './figure-look.ts';

type Reason = Figures['reasons'][number];

export function CancelReasons({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { reasons } = figures;
  const most = Math.max(1, ...reasons.map(({ now }) => now));
  const total = reasons.reduce((sum, { now }) => sum + now, 0);
  if (reasons.length === 0)
    return <Typography color="text.secondary">{t('figures_cancelled_none')}</Typography>;
  return (
    <Box
      component="ul"
      aria-label={t('figures_cancelled')}
      sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}
    >
      {reasons.map((reason) => (
        <ReasonBar key={reason.reason} reason={reason} figures={figures} most={most} total={total} />
      ))}
    </Box>
  );
}

interface ReasonBarProps {
  readonly reason: Reason;
  readonly figures: Figures;
  readonly most: number;
  readonly total: number;
}

function ReasonBar({ reason, figures, most, total }: ReasonBarProps) {
  const { t } = useTranslation();
  const look = useFigureLook();
  const { dateLocale } = useLanguage();
  const text = useReasonText(reason.reason);
  const of = { reason: reason.reason };
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ flex: '1 1 160px', fontSize: '0.9375rem', fontWeight: 560 }}>
          <bdi>{text}</bdi>
        </Typography>
        <GroupLink figures={figures} period="now" name={text} of={of} count={reason.now} />
        <Box
          component="span"
          className="tabular"
          sx={{ fontSize: '0.875rem', minWidth: 48, textAlign: 'end' }}
        >
          {formatPercent(reason.now / Math.max(1, total), dateLocale)}
        </Box>
        <GroupLink
          figures={figures}
          period="before"
          name={text}
          of={of}
          count={reason.before}
          text={t('figures_before_value', { value: look.bookings(reason.before) })}
        />
      </Box>
      <Box aria-hidden="true" sx={{ height: 8, borderRadius: '4px', bgcolor: 'background.subtle' }}>
        <Box
          sx={{
            width: `${(reason.now / most) * 100}%`,
            minWidth: 4,
            height: 8,
            borderRadius: '4px',
            bgcolor: 'info.main',
          }}
        />
      </Box>
    </Box>
  );
}

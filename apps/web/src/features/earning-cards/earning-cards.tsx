// Gross earnings in three cards: today, this month, all time.
import type { Dashboard } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

const spans = ['today', 'month', 'total'] as const;
const grid = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' },
  m: 0,
} as const;

const beforeOf = ({ previous }: Dashboard, span: 'today' | 'month'): number =>
  span === 'today' ? previous.day : previous.month;

interface ComparisonProps {
  readonly now: number;
  readonly before: number;
  readonly span: 'today' | 'month';
}

/** Change against the same part of the previous period; hidden when nothing was earned then. */
function Comparison({ now, before, span }: ComparisonProps) {
  const { t } = useTranslation();
  const { change } = useFormat();
  if (before <= 0) return null;
  return (
    <Typography
      component="dd"
      variant="body2"
      color="text.secondary"
      sx={{ m: 0, width: { xs: '100%', sm: 'auto' } }}
    >
      {t(span === 'today' ? 'earnings_against_yesterday' : 'earnings_against_last_month', {
        change: change(now / before - 1),
      })}
    </Typography>
  );
}

export function EarningCards({ dashboard }: { dashboard: Dashboard | null }) {
  const { t } = useTranslation();
  if (!dashboard)
    return (
      <Loading>
        <Box sx={grid}>
          {spans.map((span) => (
            <Placeholder key={span} height={{ xs: 64, md: 104 }} />
          ))}
        </Box>
      </Loading>
    );
  return (
    <Box component="dl" sx={grid}>
      {spans.map((span) => (
        <Box
          key={span}
          sx={{
            display: 'flex',
            flexDirection: { xs: 'row', sm: 'column' },
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: { xs: 'center', sm: 'flex-start' },
            justifyContent: { xs: 'space-between', sm: 'flex-start' },
            gap: 1,
            minWidth: 0,
            px: 2.5,
            py: { xs: 1.75, md: 2.5 },
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '16px',
            bgcolor: 'background.paper',
          }}
        >
          <Typography component="dt" variant="body2" color="text.secondary">
            {t(`earnings_${span}`)}
          </Typography>
          <Typography
            component="dd"
            sx={{
              m: 0,
              fontSize: { xs: '1.25rem', md: '1.75rem' },
              fontWeight: 680,
              letterSpacing: '-0.02em',
              lineHeight: 1.2,
              maxWidth: '100%',
              overflowWrap: 'anywhere',
            }}
          >
            <Money amount={dashboard[span]} />
          </Typography>
          {span !== 'total' && (
            <Comparison now={dashboard[span]} before={beforeOf(dashboard, span)} span={span} />
          )}
        </Box>
      ))}
    </Box>
  );
}

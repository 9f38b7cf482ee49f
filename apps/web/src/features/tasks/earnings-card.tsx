// Today's earnings in one line, linked to the day's earnings by hour.
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useReloadAfterMidnight } from '../../lib/use-reload-after-midnight.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { rowLink } from '../../ui/row-link.ts';

/** A line without text, as high as one with text. */
const noText = '\u00A0';

export function EarningsCard() {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const { answer: day, problem, reload } = shownResponse(answers.getMyDay.useQuery({ query: {} }));
  useReloadAfterMidnight(day?.today ?? null, reload);
  const lineWithoutDay = problem === null ? '…' : noText;
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        minHeight: 60,
        px: 2,
        py: 1.25,
        borderRadius: '16px',
        bgcolor: 'background.subtle',
      }}
    >
      <Box>
        <Box component={Link} to={paths.driverDay} sx={rowLink}>
          {t('earned_today')}
        </Box>
        {/* A line also while it loads: without it the duty switch above would move when the line appears. */}
        <Typography variant="body2" color="text.secondary" aria-busy={day === null && problem === null}>
          {day ? t('earned_trips', { count: day.trips }) : lineWithoutDay}
        </Typography>
      </Box>
      {day && (
        <Typography variant="h3" component="p" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Money amount={day.total} strong />
          <ChevronRight aria-hidden sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </Typography>
      )}
      {day === null && problem === null && <Placeholder width={112} height={32} />}
      {day === null && problem !== null && (
        <Button variant="outlined" onClick={reload} sx={{ zIndex: 1 }}>
          {t('retry')}
        </Button>
      )}
    </Box>
  );
}

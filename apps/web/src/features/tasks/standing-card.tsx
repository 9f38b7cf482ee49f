// Card with the driver's acceptance rate, and their distance to recent requests compared with other drivers.
import type { DriverStanding } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';

export function StandingCard() {
  const { t } = useTranslation();
  const { answer: standing, problem, reload } = shownResponse(answers.getStanding.useQuery());
  return (
    <Box sx={{ minHeight: 118, px: 2, py: 1.25, borderRadius: '16px', bgcolor: 'background.subtle' }}>
      {standing === null && problem !== null ? (
        <Button variant="outlined" onClick={reload}>
          {t('retry')}
        </Button>
      ) : (
        <Figures standing={standing} />
      )}
    </Box>
  );
}

/** Stands for a line that loads: without it the duty switch above would move when the line appears. */
const loadingLine = '…';

/** `standing` is null while it loads. */
function Figures({ standing }: { standing: DriverStanding | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { dateLocale } = useLanguage();
  if (standing === null)
    return (
      <Box component="dl" aria-busy="true" sx={figuresLook}>
        <Figure name={t('standing_accepted')} value={null} basis={loadingLine} />
        <Figure name={t('standing_place')} value={null} basis={loadingLine} />
      </Box>
    );
  const percent = new Intl.NumberFormat(dateLocale, { style: 'percent' });
  const { offers, accepted, acceptance, requests, nearest, place } = standing;
  return (
    <Box component="dl" sx={figuresLook}>
      <Figure
        name={t('standing_accepted')}
        value={acceptance === null ? null : percent.format(acceptance)}
        basis={
          offers === 0
            ? t('standing_no_offers')
            : t('standing_offers', { count: offers, accepted: number(accepted) })
        }
      />
      <Figure
        name={t('standing_place')}
        value={place === null ? null : number(place)}
        basis={
          requests === 0
            ? t('standing_no_requests')
            : t('standing_requests', { count: requests, nearest: number(nearest) })
        }
      />
    </Box>
  );
}

const figuresLook = { m: 0, display: 'grid', gap: 1 } as const;

interface FigureProps {
  readonly name: string;
  /** Null when there are no data to compute it from. */
  readonly value: string | null;
  /** The data that the value was computed from. */
  readonly basis: string;
}

function Figure({ name, value, basis }: FigureProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
      <Box component="dt" sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 560 }}>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {basis}
        </Typography>
      </Box>
      {value !== null && (
        <Typography component="dd" variant="h3" className="tabular" sx={{ m: 0 }}>
          {value}
        </Typography>
      )}
    </Box>
  );
}

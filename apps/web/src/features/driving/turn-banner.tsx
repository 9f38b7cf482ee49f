// Banner over the map with the next turn: its arrow, distance, and street.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import { matchParent } from '../../ui/match-parent.ts';
import { ink } from '../../ui/theme.ts';
import type { Progress, Turn } from './next-turn.ts';
import { TurnIcon } from './turn-icon.tsx';

export function TurnBanner({ turn, progress }: { turn: Turn; progress: Progress }) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  return (
    <Box
      component="section"
      aria-label={t('next_turn')}
      sx={{
        flex: { xs: 1, md: '0 1 320px' },
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.75,
        py: 1,
        minHeight: 64,
        borderRadius: '18px',
        bgcolor: ink,
        '[data-theme="dark"] &': { bgcolor: 'background.raised' },
        color: '#FFFFFF',
        boxShadow: '0 4px 20px rgb(0 0 0 / 0.28)',
      }}
    >
      <TurnIcon type={turn.type} size={36} />
      <Box sx={{ minWidth: 0 }}>
        <Box className="tabular" sx={{ fontSize: '1.375rem', fontWeight: 700, lineHeight: 1.15 }}>
          {shortDistance(turn.atKm - progress.alongKm)}
        </Box>
        <Box dir="auto" sx={streetLook}>
          {turn.street === '' ? t(`turn_${turn.type}`) : turn.street}
        </Box>
      </Box>
    </Box>
  );
}

/** A long street name is cut after two lines, and is aligned with the distance. */
const streetLook = {
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  lineHeight: 1.25,
  fontWeight: 560,
  ...matchParent,
} as const;

// Suggests to a waiting driver where demand is likely, with directions, and explains the shading on the map.
import type { BusyPlaces } from '@kerb/contract';
import { bearingDegrees, type LatLng } from '@kerb/domain/geo';
import { isolated } from '@kerb/texts';
import NavigationOutlined from '@mui/icons-material/NavigationOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { busyColour, busyOpacities } from '../../map/busy-colours.ts';
import { useShownScheme } from '../../ui/preferences.tsx';

interface BusyNoteProps {
  readonly busy: BusyPlaces;
  /** The driver's position; null while unknown. */
  readonly position: LatLng | null;
}

/** Renders nothing while no place is busy. */
export function BusyNote({ busy, position }: BusyNoteProps) {
  const { nearest, cells } = busy;
  if (cells.length === 0) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      {nearest && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          {position && nearest.secs > 0 && (
            <NavigationOutlined
              aria-hidden
              sx={{ color: 'text.secondary', rotate: `${Math.round(bearingDegrees(position, nearest))}deg` }}
            />
          )}
          <Sentence nearest={nearest} />
        </Box>
      )}
      <Legend />
    </Box>
  );
}

function Sentence({ nearest }: { nearest: NonNullable<BusyPlaces['nearest']> }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { place, secs } = nearest;
  if (secs === 0) return <Typography sx={{ fontWeight: 560 }}>{t('busy_here')}</Typography>;
  const time = duration(secs);
  return (
    <Typography sx={{ fontWeight: 560, minWidth: 0, overflowWrap: 'anywhere' }}>
      {place === null ? t('busy_away', { time }) : t('busy_near', { place: isolated(place), time })}
    </Typography>
  );
}

function Legend() {
  const { t } = useTranslation();
  const colour = busyColour(useShownScheme() === 'dark');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box
        aria-hidden="true"
        sx={{ display: 'flex', flexShrink: 0, borderRadius: '4px', overflow: 'hidden' }}
      >
        {busyOpacities.map((opacity) => (
          <Box key={opacity} sx={{ width: 16, height: 16, bgcolor: colour, opacity: opacity * 2 }} />
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {t('busy_legend')}
      </Typography>
    </Box>
  );
}

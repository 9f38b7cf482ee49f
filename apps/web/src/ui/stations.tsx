// List of a trip's pickup, stops and drop, with the markers used on the map.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { matchParent } from './match-parent.ts';
import { visuallyHidden } from './visually-hidden.ts';

interface Station {
  readonly kind: 'pickup' | 'stop' | 'drop';
  readonly address: string;
}

interface StationsProps {
  readonly stations: readonly Station[];
  /** Truncates each address to one line; otherwise whole addresses are shown. */
  readonly compact?: boolean;
}

const mark = {
  width: 10,
  height: 10,
  mt: '7px',
  flexShrink: 0,
  border: '3px solid',
  borderColor: 'text.primary',
} as const;
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export function Stations({ stations, compact = false }: StationsProps) {
  const { t } = useTranslation();
  let stops = 0;
  const labelOf = (kind: Station['kind']) => {
    if (kind !== 'stop') return t(`marker_${kind}`);
    stops += 1;
    return t('marker_stop', { number: stops });
  };
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: compact ? 0.5 : 1, minWidth: 0 }}>
      {stations.map((station, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a station is its place in the order
        <Box key={index} sx={{ display: 'flex', gap: 1.5, minWidth: 0, '& dd': { m: 0, minWidth: 0 } }}>
          <Box
            component="dt"
            sx={{
              ...mark,
              borderRadius: station.kind === 'drop' ? 0 : '50%',
              opacity: station.kind === 'stop' ? 0.5 : 1,
            }}
          >
            {/* Screen readers ignore an aria-label on a `dt`. */}
            <span style={visuallyHidden}>{labelOf(station.kind)}</span>
          </Box>
          <Typography
            component="dd"
            variant={compact ? 'body2' : 'body1'}
            // A cut address keeps its beginning, the street, in both writing directions.
            dir="auto"
            sx={compact ? { ...oneLine, ...matchParent } : { overflowWrap: 'anywhere', ...matchParent }}
            title={compact ? station.address : undefined}
          >
            {station.address}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

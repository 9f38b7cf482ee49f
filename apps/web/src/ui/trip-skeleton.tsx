// Outline of a trip's screen while its code and the trip load: the map, and over it the sheet with its headline, lines
// and action.
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { firstOutline } from '../lib/first-page.ts';
import { MapSkeleton } from '../map/map-skeleton.tsx';
import { darkModeOutline, roundOverMap } from './over-map.ts';
import { Loading } from './page-states.tsx';
import { Placeholder } from './placeholder.tsx';
import { panelInset, panelWidth, restHeight } from './sheet-size.ts';

/** Space that the drag handle and the padding of a bottom sheet take above and below its content, in px. */
const SHEET_EDGES = 48;

/** Content of the sheet, in the place of the trip; as high as a sheet full of content, which therefore does not move. */
export function TripLines() {
  return (
    <Loading>
      <Box
        sx={{
          display: 'grid',
          alignContent: 'start',
          gap: 2.5,
          minHeight: { xs: `calc(${restHeight} - ${SHEET_EDGES}px)`, md: 0 },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Placeholder width="64%" height={32} />
          <Placeholder width="88%" height={20} />
        </Box>
        <Placeholder height={60} />
        <Placeholder height={72} />
        <Placeholder height={48} />
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Placeholder width="72%" height={24} />
          <Placeholder width="80%" height={24} />
          <Placeholder width="40%" height={24} />
        </Box>
      </Box>
    </Loading>
  );
}

/** The whole screen, while its code loads. */
export function TripSkeleton() {
  // The page began with the outline of this screen; the screens opened from it have another one.
  useEffect(() => firstOutline()?.removeAttribute('data-frame'), []);
  return (
    <Box sx={{ position: 'fixed', inset: 0, overflow: 'hidden' }}>
      <MapSkeleton />
      <Box
        aria-hidden="true"
        sx={{
          ...roundOverMap,
          position: 'absolute',
          top: 'max(12px, env(safe-area-inset-top))',
          insetInlineStart: 12,
          borderRadius: '50%',
          // On wide windows the buttons stand at the other end, and their number differs.
          display: { md: 'none' },
        }}
      />
      <Box
        sx={{
          position: 'absolute',
          bottom: { xs: 0, md: 'auto' },
          top: { md: panelInset },
          insetInlineStart: { xs: 0, md: panelInset },
          width: { xs: '100%', md: panelWidth },
          height: { xs: restHeight, md: 'auto' },
          maxHeight: { md: `calc(100dvh - ${2 * panelInset}px)` },
          boxSizing: 'border-box',
          overflow: 'hidden',
          bgcolor: 'background.paper',
          boxShadow: '0 -6px 32px rgb(0 0 0 / 0.16)',
          ...darkModeOutline,
          borderRadius: { xs: '20px 20px 0 0', md: '20px' },
          px: 2,
          pt: { xs: 4, md: 2.5 },
          pb: 2,
        }}
      >
        <TripLines />
      </Box>
    </Box>
  );
}

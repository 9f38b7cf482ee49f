// Renders the map's description on devices that cannot draw the map.
import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { noPadding } from '../ui/map-padding.ts';
import { EmptyState } from '../ui/page-states.tsx';
import type { KerbMapProps } from './kerb-map-props.ts';

/** `padding` keeps the text clear of what overlays the map's edges. */
export function MapUnavailable({
  description,
  padding = noPadding,
}: Pick<KerbMapProps, 'description' | 'padding'>) {
  const { t } = useTranslation();
  const { top, right, bottom, left } = padding;
  return (
    // Focusable, so that the text can be scrolled by keyboard when the map's area is small.
    <Box
      tabIndex={0}
      role="group"
      aria-label={description}
      // An inline style, because the theme's styles are mirrored in right-to-left languages and these are physical
      // edges.
      style={{ padding: `${top}px ${right}px ${bottom}px ${left}px` }}
      sx={{
        position: 'absolute',
        inset: 0,
        boxSizing: 'border-box',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.subtle',
        overflow: 'auto',
      }}
    >
      <Box sx={{ flex: '1 0 auto' }}>
        <EmptyState
          icon={<MapOutlined />}
          title={t('map_unavailable')}
          text={`${description}\n${t('map_unavailable_help')}`}
        />
      </Box>
      <Box sx={{ alignSelf: 'flex-end', px: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}>
        {t('map_data_notice')}
      </Box>
    </Box>
  );
}

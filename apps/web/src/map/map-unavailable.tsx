// What stands in place of a map that cannot be drawn on this device: its description in words.
import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { noPadding } from '../ui/map-padding.ts';
import { EmptyState } from '../ui/page-states.tsx';
import type { KerbMapProps } from './kerb-map-props.ts';

/** The texts stand clear of what lies over the map's edges. */
export function MapUnavailable({
  description,
  padding = noPadding,
}: Pick<KerbMapProps, 'description' | 'padding'>) {
  const { t } = useTranslation();
  const { top, right, bottom, left } = padding;
  return (
    // Focusable, so that the text can be scrolled with the keyboard where the map's place is small.
    <Box
      tabIndex={0}
      role="group"
      aria-label={description}
      // Measured on the screen: a style of the theme would be mirrored in right-to-left languages.
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

// The map's other states: on its way, and not possible on this device.
import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/page-states.tsx';

const streets =
  'repeating-linear-gradient(62deg, transparent 0 76px, var(--mui-palette-background-paper) 76px 84px), repeating-linear-gradient(152deg, transparent 0 118px, var(--mui-palette-background-paper) 118px 126px)';

/** Quiet streets in place of a blank area; hidden from screen readers. */
export function MapSkeleton() {
  return (
    <Box
      aria-hidden="true"
      aria-busy="true"
      sx={{ position: 'absolute', inset: 0, bgcolor: 'background.subtle', backgroundImage: streets }}
    />
  );
}

export function MapUnavailable({ description }: { description: string }) {
  const { t } = useTranslation();
  return (
    // Focusable, so that the text can be scrolled with the keyboard where the map's place is small.
    <Box
      tabIndex={0}
      role="group"
      aria-label={description}
      sx={{
        position: 'absolute',
        inset: 0,
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

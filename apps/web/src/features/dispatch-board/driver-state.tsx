// A driver's state as text, with the coloured dot that the map uses.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { FleetState } from '../../map/fleet-plan.ts';

const dots = { free: 'success.main', on_way: 'info.main', on_trip: 'secondary.main' } as const;

export function useStateText(): (state: FleetState) => string {
  const { t } = useTranslation();
  return (state) => {
    switch (state) {
      case 'free':
        return t('live_map_free');
      case 'on_way':
        return t('live_map_on_way');
      case 'on_trip':
        return t('live_map_busy');
    }
  };
}

export function DriverState({ state }: { state: FleetState }) {
  const stateText = useStateText();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: dots[state] }}
      />
      {stateText(state)}
    </Box>
  );
}

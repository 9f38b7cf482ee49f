// Filter bar above the map: states and car types of drivers, and a switch for the demand layer.

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useStateText } from './driver-state.tsx';
import type { FleetFilter } from './fleet-filter.ts';

interface FleetFiltersProps {
  readonly filter: FleetFilter;
  readonly onChange: (filter: FleetFilter) => void;
  /** Null for viewers who are not allowed to see the demand. */
  readonly showsDemand: boolean | null;
  readonly onShowDemand: (shown: boolean) => void;
}

export function FleetFilters({ filter, onChange, showsDemand, onShowDemand }: FleetFiltersProps) {
  const { t } = useTranslation();
  const stateText = useStateText();
  const carTypes = useCarTypes();
  const states = (['free', 'on_way', 'on_trip'] as const).map((value) => ({ value, text: stateText(value) }));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 2 }}>
      <Box sx={{ maxWidth: '100%', overflowX: 'auto' }}>
        <Segmented
          label={t('live_map_state')}
          value={filter.state}
          options={[{ value: 'all', text: t('live_map_all') }, ...states]}
          onChange={(state) => onChange({ ...filter, state })}
        />
      </Box>
      <TextField
        select
        size="small"
        label={t('live_map_car_type')}
        value={filter.carType}
        onChange={(event) => onChange({ ...filter, carType: event.target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ minWidth: 180 }}
      >
        <MenuItem value="">{t('live_map_all_types')}</MenuItem>
        {carTypes.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {showsDemand !== null && (
        <FormControlLabel
          control={<Switch checked={showsDemand} onChange={(event) => onShowDemand(event.target.checked)} />}
          label={t('demand_show')}
        />
      )}
    </Box>
  );
}

// Options of the board's map: drivers by state and by car type, and the demand of the last hour.
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { overMap } from '../../ui/over-map.ts';
import { allDrivers, type FleetFilter } from './fleet-filter.ts';
import { FleetFilters } from './fleet-filters.tsx';

interface MapChoiceProps {
  readonly filter: FleetFilter;
  readonly onChange: (filter: FleetFilter) => void;
  /** Null for viewers who are not allowed to see the demand. */
  readonly showsDemand: boolean | null;
  /** True when there was no demand in the last hour. */
  readonly hasNoDemand: boolean;
  readonly onShowDemand: (shown: boolean) => void;
}

export function MapChoice(props: MapChoiceProps) {
  const { filter, showsDemand, hasNoDemand } = props;
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isFiltered = filter.state !== allDrivers.state || filter.carType !== allDrivers.carType;
  return (
    <>
      <Button
        startIcon={<LayersOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          position: 'absolute',
          zIndex: 1,
          top: 12,
          insetInlineStart: 12,
          px: 2,
          ...overMap,
          '&:hover': { bgcolor: 'background.subtle' },
          ...(isFiltered || showsDemand ? { fontWeight: 700 } : {}),
        }}
      >
        {t('board_show')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('board_show') } }}
      >
        <Box sx={{ p: 2, maxWidth: 480 }}>
          <FleetFilters
            filter={filter}
            onChange={props.onChange}
            showsDemand={showsDemand}
            onShowDemand={props.onShowDemand}
          />
          {showsDemand && (
            <Typography variant="body2" color="text.secondary" sx={{ pt: 1.5 }}>
              {t(hasNoDemand ? 'demand_none' : 'demand_legend')}
            </Typography>
          )}
        </Box>
      </Popover>
    </>
  );
}

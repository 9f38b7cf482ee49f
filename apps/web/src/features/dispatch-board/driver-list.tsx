// List of the map's drivers, for searching and for users who cannot see the map.

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { DriverState } from './driver-state.tsx';
import { stateOf } from './fleet-filter.ts';
import { type LiveDriver, matching } from './live-drivers.ts';
import { useWindowedList } from './use-windowed-list.ts';

interface DriverListProps {
  /** Null while loading. */
  readonly drivers: readonly LiveDriver[] | null;
  /** True when the filter hides some drivers. */
  readonly isFiltered: boolean;
  readonly chosen: string | null;
  readonly onChoose: (driver: LiveDriver) => void;
}

export function DriverList({ drivers, isFiltered, chosen, onChoose }: DriverListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [words, setWords] = useState('');
  const found = matching(drivers ?? [], words);
  const busy = drivers?.filter((driver) => stateOf(driver) !== 'free').length ?? 0;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        minHeight: 0,
        maxHeight: { xs: 440, sm: 'none' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 1.5, p: 2, pb: 1 }}>
        <Typography component="p" variant="body2" color="text.secondary">
          {drivers === null
            ? t('live_map_reading')
            : t('live_map_counts', {
                free: number(drivers.length - busy),
                busy: number(busy),
              })}
        </Typography>
        <TextField
          size="small"
          type="search"
          label={t('live_map_search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          fullWidth
        />
      </Box>
      {drivers === null ? (
        <Loading>
          <Box sx={{ display: 'grid', gap: 1, p: 2 }}>
            {[1, 2, 3, 4].map((row) => (
              <Placeholder key={row} height={56} />
            ))}
          </Box>
        </Loading>
      ) : found.length === 0 ? (
        <Typography color="text.secondary" sx={{ p: 2 }}>
          {drivers.length === 0 && !isFiltered ? t('live_map_nobody') : t('live_map_no_match')}
        </Typography>
      ) : (
        <DriverRows drivers={found} chosen={chosen} onChoose={onChoose} />
      )}
    </Box>
  );
}

/** Row height in px; a row has two lines, which are cut instead of wrapped. */
const rowHeight = 60;
const listStyles = { listStyle: 'none', m: 0, p: 0, mx: 1, overflowY: 'auto', minHeight: 0 } as const;

interface DriverRowsProps extends Pick<DriverListProps, 'chosen' | 'onChoose'> {
  readonly drivers: readonly LiveDriver[];
}

/** Renders only the visible rows: the list can hold thousands of drivers and changes with every position. */
function DriverRows({ drivers, chosen, onChoose }: DriverRowsProps) {
  const { t } = useTranslation();
  const heights = useMemo(() => drivers.map(() => rowHeight), [drivers]);
  const { attach, onScroll, from, to, above, below } = useWindowedList(heights);
  return (
    <Box component="ul" aria-label={t('live_map_drivers')} ref={attach} onScroll={onScroll} sx={listStyles}>
      {drivers.slice(from, to).map((driver, index) => (
        <Box
          component="li"
          key={driver.driver}
          aria-setsize={drivers.length}
          aria-posinset={from + index + 1}
          style={{
            marginTop: index === 0 ? above : 0,
            marginBottom: from + index === to - 1 ? below : 0,
          }}
        >
          <DriverRow driver={driver} isChosen={driver.driver === chosen} onChoose={() => onChoose(driver)} />
        </Box>
      ))}
    </Box>
  );
}

interface DriverRowProps {
  readonly driver: LiveDriver;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function DriverRow({ driver, isChosen, onChoose }: DriverRowProps) {
  const { t } = useTranslation();
  const carName = useCarName();
  const car = [driver.vehicle_number, carName({ carType: driver.carType })].filter((text) => text !== '');
  return (
    <ButtonBase
      onClick={onChoose}
      aria-pressed={isChosen}
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 1,
        width: '100%',
        height: rowHeight,
        px: 1,
        py: 0.75,
        borderRadius: '10px',
        textAlign: 'start',
        bgcolor: isChosen ? 'background.subtle' : 'transparent',
        '&:hover': { bgcolor: 'background.subtle' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {driver.name || t('live_map_unnamed')}
        </Typography>
        <Typography noWrap variant="body2" color="text.secondary">
          {car.join(' · ')}
        </Typography>
      </Box>
      <Typography component="span" variant="body2" color="text.secondary">
        <DriverState state={stateOf(driver)} />
      </Typography>
    </ButtonBase>
  );
}

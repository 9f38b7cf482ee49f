// What narrows the bookings' table: which of them, their statuses, the days of the trip and the car type.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { PillLinks } from '../../ui/pill-links.tsx';
import { useStatusText } from '../../ui/status-text.ts';
import { bookingViews, type TableFilters } from './booking-query.ts';

interface BookingFiltersProps {
  readonly filters: TableFilters;
  readonly narrowed: boolean;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
  readonly onClear: () => void;
}

export function BookingFilters({ filters, narrowed, onChange, onClear }: BookingFiltersProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <PillLinks
        label={t('which_bookings')}
        param="show"
        value={filters.show}
        pills={bookingViews.map((value) => ({ value, text: t(`bookings_show_${value}`) }))}
      />
      <Box
        role="group"
        aria-label={t('bookings_filters')}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          alignItems: 'center',
          '& > .MuiTextField-root, & > .MuiPickersTextField-root': {
            width: { xs: 'calc(50% - 6px)', sm: 'calc(25% - 9px)', lg: 196 },
          },
          '& select': { textOverflow: 'ellipsis' },
          '& .MuiInputBase-root, & .MuiPickersInputBase-root': { height: 44 },
        }}
      >
        <StatusField chosen={filters.status} onChange={(status) => onChange({ status: status.join(',') })} />
        <DayField
          label={t('bookings_from')}
          value={filters.from}
          // There is one button that clears all filters, and no room for one in each.
          clearable={false}
          size="small"
          onChange={(from) => onChange({ from })}
        />
        <DayField
          label={t('bookings_to')}
          value={filters.to}
          clearable={false}
          size="small"
          min={filters.from || undefined}
          onChange={(to) => onChange({ to })}
        />
        <CarField chosen={filters.car} onChange={(car) => onChange({ car })} />
        {narrowed && (
          <Button startIcon={<FilterAltOffOutlined />} onClick={onClear}>
            {t('bookings_clear')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const isStatus = (value: string): value is BookingStatus =>
  bookingStatus.options.some((status) => status === value);

interface StatusFieldProps {
  readonly chosen: readonly BookingStatus[];
  readonly onChange: (chosen: readonly BookingStatus[]) => void;
}

function StatusField({ chosen, onChange }: StatusFieldProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const shown = () => {
    const [first] = chosen;
    if (first === undefined) return t('bookings_any_status');
    return chosen.length === 1 ? statusText(first) : t('bookings_status_count', { count: chosen.length });
  };
  return (
    <TextField
      select
      size="small"
      label={t('bookings_status')}
      value={[...chosen]}
      onChange={({ target }) => {
        // A multiple select yields a list although its type says string.
        const values: readonly string[] = Array.isArray(target.value)
          ? target.value
          : target.value.split(',');
        onChange(values.filter(isStatus));
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { multiple: true, displayEmpty: true, renderValue: shown },
      }}
    >
      {bookingStatus.options.map((status) => (
        <MenuItem key={status} value={status} dense>
          <Checkbox checked={chosen.includes(status)} tabIndex={-1} disableRipple size="small" />
          <ListItemText primary={statusText(status)} />
        </MenuItem>
      ))}
    </TextField>
  );
}

function CarField({ chosen, onChange }: { chosen: string; onChange: (car: string) => void }) {
  const { t } = useTranslation();
  const cars = useCarTypes();
  return (
    <TextField
      select
      size="small"
      label={t('bookings_car')}
      value={chosen}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
    >
      <option value="">{t('bookings_any_car')}</option>
      {cars.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  );
}

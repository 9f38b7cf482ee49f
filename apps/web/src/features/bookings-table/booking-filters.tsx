// What narrows the bookings' table: which of them, their statuses, the days of the trip and the car type.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useDayText } from '../../lib/use-day-text.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { type FilterChip, FilterChips } from '../../ui/data-table/filter-chips.tsx';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { PillLinks } from '../../ui/pill-links.tsx';
import { useStatusText } from '../../ui/status-text.ts';
import { bookingViews, dayOfBound, type TableFilters } from './booking-query.ts';
import { useFigureChips } from './figure-chips.ts';

interface BookingFiltersProps {
  readonly filters: TableFilters;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Which bookings, and the fields for everything else, which are out of the way until they are asked for. */
export function BookingFilters({ filters, onChange }: BookingFiltersProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const fieldsId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <PillLinks
          label={t('which_bookings')}
          param="show"
          value={filters.show}
          pills={bookingViews.map((value) => ({ value, text: t(`bookings_show_${value}`) }))}
        />
        <CompactButton
          variant={open ? 'contained' : 'outlined'}
          icon={<FilterListOutlined />}
          text={t('bookings_filters')}
          aria-expanded={open}
          aria-controls={open ? fieldsId : undefined}
          onClick={() => setOpen(!open)}
        />
      </Box>
      {open && <FilterFields id={fieldsId} filters={filters} onChange={onChange} />}
    </Box>
  );
}

function FilterFields({ id, filters, onChange }: BookingFiltersProps & { id: string }) {
  const { t } = useTranslation();
  return (
    <Box
      id={id}
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
        // Its chip clears it, and there is no room for a button in each.
        clearable={false}
        size="small"
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={t('bookings_to')}
        value={dayOfBound(filters.to)}
        clearable={false}
        size="small"
        min={filters.from || undefined}
        onChange={(to) => onChange({ to })}
      />
      <CarField chosen={filters.car} onChange={(car) => onChange({ car })} />
    </Box>
  );
}

interface BookingFilterChipsProps extends BookingFiltersProps {
  readonly onClear: () => void;
}

export function BookingFilterChips({ filters, onChange, onClear }: BookingFilterChipsProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const dayText = useDayText();
  const cars = useCarTypes();
  const { status, from, car } = filters;
  const figureChips = useFigureChips(filters, onChange);
  const chip = (key: string, name: string, value: string, onRemove: () => void): FilterChip => ({
    key,
    text: t('table_filter_of', { name, value }),
    onRemove,
  });
  const carName = cars.find(({ id }) => id === car)?.name ?? car;
  return (
    <FilterChips
      onClear={onClear}
      chips={[
        ...status.map((one) =>
          chip(one, t('bookings_status'), statusText(one), () =>
            onChange({ status: status.filter((other) => other !== one).join(',') }),
          ),
        ),
        ...(from ? [chip('from', t('bookings_from'), dayText(from), () => onChange({ from: '' }))] : []),
        ...figureChips,
        ...(car ? [chip('car', t('bookings_car'), carName, () => onChange({ car: '' }))] : []),
      ]}
    />
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

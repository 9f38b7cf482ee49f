// Filter bar of the bookings table: group of bookings, statuses, days of the trip and car type.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useDayText } from '../../lib/use-day-text.ts';
import { type FilterChip, FilterChips, useSearchChip } from '../../ui/data-table/filter-chips.tsx';
import { FilterPanel } from '../../ui/data-table/filter-panel.tsx';
import { FilterSelect } from '../../ui/data-table/filter-select.tsx';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { PillLinks } from '../../ui/pill-links.tsx';
import { useStatusText } from '../../ui/status-text.ts';
import { bookingViews, dayOfBound, type TableFilters } from './booking-query.ts';
import { useFigureChips } from './figure-chips.ts';

interface BookingFiltersProps {
  readonly filters: TableFilters;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

export function BookingFilters({ filters, onChange }: BookingFiltersProps) {
  const { t } = useTranslation();
  const tabs = (
    <PillLinks
      label={t('which_bookings')}
      param="show"
      value={filters.show}
      pills={bookingViews.map((value) => ({ value, text: t(`bookings_show_${value}`) }))}
    />
  );
  return (
    <FilterPanel tabs={tabs}>
      <StatusField chosen={filters.status} onChange={(status) => onChange({ status: status.join(',') })} />
      <DayField
        label={t('bookings_from')}
        value={filters.from}
        // The filter's chip clears it; the field is too narrow for a clear button.
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
    </FilterPanel>
  );
}

interface BookingFilterChipsProps extends BookingFiltersProps {
  /** The search text; '' without a search. */
  readonly q: string;
  readonly onClear: () => void;
}

export function BookingFilterChips({ filters, q, onChange, onClear }: BookingFilterChipsProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const dayText = useDayText();
  const cars = useCarTypes();
  const { status, from, car } = filters;
  const searchChip = useSearchChip(q, () => onChange({ q: '' }));
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
        ...searchChip,
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
        // A multiple select returns an array, although its type declares a string.
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
    <FilterSelect
      label={t('bookings_car')}
      value={chosen}
      anyText={t('bookings_any_car')}
      options={cars.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={onChange}
    />
  );
}

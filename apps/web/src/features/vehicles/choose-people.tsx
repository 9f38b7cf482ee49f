// Autocomplete fields to choose drivers, or a fleet admin, by a search on the server.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeopleSearch } from '../../lib/use-people-search.ts';
import type { Chosen } from './vehicle-form.ts';

const chosenOf = (user: User): Chosen => ({ uid: user.id, name: fullNameOf(user) || user.id });

/** State that both fields share: opening, searching while typing, and formatting names. */
function usePeopleChoice(usertype: 'driver' | 'fleetadmin', fleetadmin?: string) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { items, loading } = usePeopleSearch(usertype, typed.trim(), open, fleetadmin);
  const common = {
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    loading,
    loadingText: t('loading'),
    // The server has filtered already.
    filterOptions: (options: Chosen[]) => options,
    getOptionLabel: ({ name }: Chosen) => name,
    getOptionKey: ({ uid }: Chosen) => uid,
    isOptionEqualToValue: (one: Chosen, other: Chosen) => one.uid === other.uid,
    sx: { gridColumn: '1 / -1' },
  };
  return { items, setTyped, common };
}

interface ChooseDriversProps {
  readonly value: readonly Chosen[];
  /** uid of the fleet admin whose drivers are offered; null for all drivers. */
  readonly fleet: string | null;
  readonly onChange: (drivers: readonly Chosen[]) => void;
}

export function ChooseDrivers({ value, fleet, onChange }: ChooseDriversProps) {
  const { t } = useTranslation();
  const { items, setTyped, common } = usePeopleChoice('driver', fleet ?? undefined);
  return (
    <Autocomplete
      multiple
      {...common}
      disableCloseOnSelect
      filterSelectedOptions
      value={[...value]}
      onChange={(_, drivers) => onChange(drivers)}
      onInputChange={(_, text) => setTyped(text)}
      options={items.map(chosenOf)}
      noOptionsText={t('vehicles_driver_none')}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('vehicles_field_drivers')}
          placeholder={value.length === 0 ? t('vehicles_driver_search') : ''}
        />
      )}
    />
  );
}

interface ChooseFleetProps {
  readonly value: Chosen | null;
  readonly onChange: (fleet: Chosen | null) => void;
}

/** Without a choice the vehicle belongs to the platform. */
export function ChooseFleet({ value, onChange }: ChooseFleetProps) {
  const { t } = useTranslation();
  const { items, setTyped, common } = usePeopleChoice('fleetadmin');
  return (
    <Autocomplete
      {...common}
      value={value}
      onChange={(_, fleet) => onChange(fleet)}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      options={items.map(chosenOf)}
      noOptionsText={t('vehicles_no_match')}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('vehicles_field_fleetadmin')}
          placeholder={t('vehicles_platform')}
          slotProps={{ ...field.slotProps, inputLabel: { ...field.slotProps?.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

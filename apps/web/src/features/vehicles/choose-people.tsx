// Choosing drivers, or a fleet admin, by search while the user types.
import type { User } from '@kerb/contract';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeopleSearch } from '../../lib/use-people-search.ts';
import type { Chosen } from './vehicle-form.ts';

const chosenOf = ({ id, firstName, lastName }: User): Chosen => ({
  uid: id,
  name: [firstName, lastName].filter(Boolean).join(' ') || id,
});

function useChoice(usertype: 'driver' | 'fleetadmin') {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = usePeopleSearch(usertype, typed.trim(), isOpen);
  return {
    found,
    setTyped,
    open: { open: isOpen, onOpen: () => setOpen(true), onClose: () => setOpen(false) },
  };
}

/** The server has searched already. */
const asFound = (options: Chosen[]) => options;
const sameUid = (one: Chosen, other: Chosen) => one.uid === other.uid;

interface ChooseDriversProps {
  readonly value: readonly Chosen[];
  /** The fleet whose drivers are offered; null for all. */
  readonly fleet: string | null;
  readonly onChange: (drivers: readonly Chosen[]) => void;
}

export function ChooseDrivers({ value, fleet, onChange }: ChooseDriversProps) {
  const { t } = useTranslation();
  const { found, setTyped, open } = useChoice('driver');
  const offered = found.items.filter(({ driver }) => fleet === null || driver?.fleetadmin === fleet);
  return (
    <Autocomplete
      multiple
      {...open}
      disableCloseOnSelect
      filterSelectedOptions
      value={[...value]}
      onChange={(_, drivers) => onChange(drivers)}
      onInputChange={(_, text) => setTyped(text)}
      options={offered.map(chosenOf)}
      loading={found.loading}
      loadingText={t('loading')}
      noOptionsText={t('vehicles_driver_none')}
      filterOptions={asFound}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ uid }) => uid}
      isOptionEqualToValue={sameUid}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('vehicles_field_drivers')}
          placeholder={value.length === 0 ? t('vehicles_driver_search') : ''}
        />
      )}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
}

interface ChooseFleetProps {
  readonly value: Chosen | null;
  readonly onChange: (fleet: Chosen | null) => void;
}

/** Nothing chosen: the platform's own vehicle. */
export function ChooseFleet({ value, onChange }: ChooseFleetProps) {
  const { t } = useTranslation();
  const { found, setTyped, open } = useChoice('fleetadmin');
  return (
    <Autocomplete
      {...open}
      value={value}
      onChange={(_, fleet) => onChange(fleet)}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      options={found.items.map(chosenOf)}
      loading={found.loading}
      loadingText={t('loading')}
      noOptionsText={t('vehicles_no_match')}
      filterOptions={asFound}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ uid }) => uid}
      isOptionEqualToValue={sameUid}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('vehicles_field_fleetadmin')}
          placeholder={t('vehicles_platform')}
          slotProps={{ ...field.slotProps, inputLabel: { ...field.slotProps?.inputLabel, shrink: true } }}
        />
      )}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
}

// Filter field that narrows a report to one driver or one fleet, found by name while typing.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeopleSearch } from '../../lib/use-people-search.ts';

export interface ChosenPerson {
  readonly id: string;
  readonly name: string;
}

interface PersonFilterProps {
  readonly usertype: 'driver' | 'fleetadmin';
  readonly label: string;
  readonly value: ChosenPerson | null;
  readonly onChange: (person: ChosenPerson | null) => void;
}

const chosen = (user: User): ChosenPerson => ({ id: user.id, name: fullNameOf(user) || user.id });

export function PersonFilter({ usertype, label, value, onChange }: PersonFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = usePeopleSearch(usertype, value?.name === typed ? '' : typed.trim(), isOpen);
  return (
    <Autocomplete<ChosenPerson>
      size="small"
      value={value}
      onChange={(_, person) => onChange(person)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={found.items.map(chosen)}
      loading={found.loading}
      loadingText={t('loading')}
      noOptionsText={t('reports_nobody')}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      renderInput={(field) => <TextField {...field} label={label} />}
      sx={{ flex: '1 1 200px', maxWidth: { sm: 280 } }}
    />
  );
}

// Narrows a report to one driver or one fleet: searched by name as one types.
import type { User } from '@kerb/contract';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';

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

const waitMs = 250;
const chosen = ({ id, firstName, lastName }: User): ChosenPerson => ({
  id,
  name: [firstName, lastName].filter(Boolean).join(' ') || id,
});

/** Searches when typing pauses; drops responses to superseded queries. */
function useMatches(usertype: PersonFilterProps['usertype'], q: string, isOpen: boolean) {
  const [found, setFound] = useState<readonly ChosenPerson[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    const search = async () => {
      const query = { usertype, limit: 20, ...(q !== '' && { q }) };
      const people = await client.listUsers({ query }).catch(() => ({ items: [] }));
      if (!isOver) setFound(people.items.map(chosen));
    };
    const timer = setTimeout(() => void search(), waitMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [usertype, q, isOpen]);
  return found;
}

export function PersonFilter({ usertype, label, value, onChange }: PersonFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = useMatches(usertype, value?.name === typed ? '' : typed.trim(), isOpen);
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
      options={found ?? []}
      loading={found === null}
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

// Autocomplete field that finds a user with a wallet by name, number or e-mail, and shows the balance of each for a
// check.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import Autocomplete from '@mui/material/Autocomplete';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PeopleFound, usePeopleSearch } from '../../lib/use-people-search.ts';
import { Money } from '../../ui/money.tsx';

/** Searches the roles that have a wallet, see has-wallet.ts. */
function useHolders(text: string, open: boolean): PeopleFound {
  const drivers = usePeopleSearch('driver', text, open);
  const riders = usePeopleSearch('rider', text, open);
  const fleetAdmins = usePeopleSearch('fleetadmin', text, open);
  const all = [drivers, riders, fleetAdmins];
  return {
    items: all.flatMap(({ items }) => items),
    loading: all.some(({ loading }) => loading),
    failed: all.some(({ failed }) => failed),
  };
}

export function Holder({ person, withBalance = true }: { person: User; withBalance?: boolean }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, flex: 1 }}>
      <Avatar src={person.profile_image ?? undefined} alt="" sx={{ width: 36, height: 36 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="div" noWrap sx={{ fontWeight: 600 }}>
          <bdi>{fullNameOf(person) || t('money_unnamed')}</bdi>
        </Typography>
        <Typography component="div" variant="body2" color="text.secondary" noWrap>
          {t(`usertype_${person.usertype}`)} · <bdi dir="ltr">{person.mobile ?? t('money_hidden')}</bdi>
        </Typography>
      </Box>
      {withBalance && (
        <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
          <Typography component="div" variant="caption" color="text.secondary">
            {t('credit_balance')}
          </Typography>
          <Money amount={person.walletBalance} />
        </Box>
      )}
    </Box>
  );
}

interface HolderPickerProps {
  readonly value: User | null;
  readonly onChange: (person: User | null) => void;
}

export function HolderPicker({ value, onChange }: HolderPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { items, loading, failed } = useHolders(text.trim(), open && value === null);
  return (
    <Autocomplete
      value={value}
      onChange={(_, person) => onChange(person)}
      inputValue={text}
      onInputChange={(_, typed) => setText(typed)}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={value === null ? items : [value]}
      // The server has filtered already, by more fields than the list shows.
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      getOptionLabel={fullNameOf}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={loading}
      loadingText={t('credit_searching')}
      noOptionsText={failed ? t('credit_search_failed') : t('credit_nobody')}
      renderOption={({ key, ...option }, person) => (
        <Box component="li" key={key} {...option}>
          <Holder person={person} />
        </Box>
      )}
      renderInput={(field) => (
        <TextField {...field} label={t('credit_person')} helperText={t('credit_person_help')} />
      )}
    />
  );
}

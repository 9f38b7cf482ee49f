// Field for the rider of a phone booking: found by number or name, or added during the call.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { usePeopleSearch } from '../../lib/use-people-search.ts';
import { NewRider } from './new-rider.tsx';
import { RiderLine } from './rider-line.tsx';
import { riderMeant } from './use-caller.ts';

interface RiderPickerProps {
  readonly value: User | null;
  readonly onChange: (rider: User | null) => void;
  /** Error of the choice; null for a valid one. */
  readonly issue: string | null;
  /** Number of an unknown caller, which prefills the form for a new rider; '' without one. */
  readonly unknownNumber: string;
}

export function RiderPicker({ value, onChange, issue, unknownNumber }: RiderPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const [taken, setTaken] = useState('');
  if (unknownNumber !== taken) {
    setTaken(unknownNumber);
    setTyped(unknownNumber);
    setAdding(unknownNumber !== '');
  }
  if (value) {
    return (
      <Box sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box
          role="group"
          aria-label={t('booking_rider')}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            p: 1.5,
            borderRadius: '12px',
            bgcolor: 'background.subtle',
          }}
        >
          <RiderLine person={value} />
          <IconButton aria-label={t('rider_change')} onClick={() => onChange(null)}>
            <CloseOutlined fontSize="small" />
          </IconButton>
        </Box>
        {issue !== null && (
          <Box role="alert" sx={{ color: 'error.main', fontSize: '0.875rem', px: 1.75 }}>
            {issue}
          </Box>
        )}
      </Box>
    );
  }
  if (adding) {
    return (
      <NewRider
        typed={typed}
        onAdded={(rider) => {
          setAdding(false);
          setTyped('');
          onChange(rider);
        }}
        onCancel={() => setAdding(false)}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      <Search
        typed={typed}
        onType={setTyped}
        onChoose={(rider) => {
          setTyped('');
          onChange(rider);
        }}
        onUnknown={() => setAdding(true)}
        issue={issue}
      />
      <Button startIcon={<PersonAddAltOutlined />} sx={{ minHeight: 44 }} onClick={() => setAdding(true)}>
        {t('rider_new')}
      </Button>
    </Box>
  );
}

interface SearchProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChoose: (rider: User | null) => void;
  /** Called when Enter is pressed and the search finds no rider. */
  readonly onUnknown: () => void;
  readonly issue: string | null;
}

function Search({ typed, onType, onChoose, onUnknown, issue }: SearchProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const errorText = useErrorText();
  const { items, loading, failed } = usePeopleSearch('rider', typed.trim(), open);
  const [problem, setProblem] = useState<unknown>(null);
  // Enter pressed right after the last digit searches directly instead of waiting for the list.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The field is inside the booking form, so Enter must not submit that one.
    event.preventDefault();
    const text = typed.trim();
    if (text === '' || (!loading && items.length > 0)) return;
    setProblem(null);
    riderMeant(text).then(({ rider, count }) => {
      if (rider) onChoose(rider);
      else if (count === 0) onUnknown();
    }, setProblem);
  };
  return (
    <Autocomplete
      fullWidth
      autoHighlight
      openOnFocus={false}
      value={null}
      onChange={(_, rider: User | null) => onChoose(rider)}
      inputValue={typed}
      onInputChange={(_, text, reason) => reason !== 'selectOption' && reason !== 'blur' && onType(text)}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      // Hide the results of the previous text while loading, because Enter would choose one of them.
      options={loading ? [] : items}
      // The server has filtered already, by more fields than the list shows.
      filterOptions={(all) => [...all]}
      getOptionKey={({ id }) => id}
      getOptionLabel={fullNameOf}
      loading={loading}
      loadingText={t('searching')}
      noOptionsText={failed ? t('riders_search_failed') : t('riders_none')}
      renderOption={({ key, ...option }, person) => (
        <Box component="li" key={key} {...option}>
          <RiderLine person={person} />
        </Box>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('booking_rider')}
          autoFocus
          onKeyDown={onKeyDown}
          error={issue !== null || problem !== null}
          helperText={problem === null ? (issue ?? t('desk_search_help')) : errorText(problem)}
        />
      )}
    />
  );
}

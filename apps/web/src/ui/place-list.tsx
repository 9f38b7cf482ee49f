// List of suggestions below a place field, and of saved places for editing.

import CloseOutlined from '@mui/icons-material/CloseOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import MyLocationOutlined from '@mui/icons-material/MyLocationOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import SignpostOutlined from '@mui/icons-material/SignpostOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import { matchParent } from './match-parent.ts';
import type { FindPlace, SavedPlace } from './place-field-props.ts';
import type { PlaceSearch } from './use-place-search.ts';

export interface PlaceOption {
  readonly key: string;
  /** Title of the option; '' for options whose text the list provides. */
  readonly main: string;
  readonly secondary: string;
  readonly kind: 'address' | 'street' | 'place' | 'intersection' | 'saved' | 'here' | 'map';
  readonly find: FindPlace;
}

const icons: Record<PlaceOption['kind'], typeof PlaceOutlined> = {
  address: PlaceOutlined,
  place: PlaceOutlined,
  street: SignpostOutlined,
  intersection: SignpostOutlined,
  saved: HistoryOutlined,
  here: MyLocationOutlined,
  map: MapOutlined,
};

interface PlaceListProps {
  id: string;
  label: string;
  options: readonly PlaceOption[];
  active: number;
  search: PlaceSearch;
  saved: readonly SavedPlace[];
  /** Deletes a saved place; without it, saved places cannot be edited. */
  onForget?: ((id: string) => void) | undefined;
  onHover: (index: number) => void;
  onChoose: (option: PlaceOption) => void;
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  px: 1.25,
  py: 1,
  minHeight: 52,
  borderRadius: '10px',
} as const;

export function PlaceList(props: PlaceListProps) {
  const { id, label, options, active, search, saved, onForget, onHover, onChoose } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const offersSaved = options.some((option) => option.kind === 'saved');
  return (
    <Box
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: '100%',
        mt: 0.75,
        zIndex: 'modal',
        p: 0.75,
        borderRadius: '14px',
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'divider',
        boxShadow: '0 12px 36px rgb(0 0 0 / 0.18)',
        maxHeight: 400,
        overflowY: 'auto',
      }}
    >
      {editing && onForget ? (
        <SavedList saved={saved} onForget={onForget} />
      ) : (
        <Box
          component="ul"
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
        >
          {options.map((option, index) => (
            <Option
              key={option.key}
              id={`${id}-${index}`}
              option={option}
              active={index === active}
              onHover={() => onHover(index)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </Box>
      )}
      {options.length === 0 && <Note search={search} />}
      {onForget && (offersSaved || editing) && (
        <Button
          size="small"
          sx={{ minHeight: 40, mx: 0.5 }}
          // Prevents the button from taking the focus, because the list closes when the field loses it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setEditing(!editing)}
        >
          {editing ? t('done') : t('saved_places_edit')}
        </Button>
      )}
    </Box>
  );
}

interface SavedListProps {
  saved: readonly SavedPlace[];
  onForget: (id: string) => void;
}

function SavedList({ saved, onForget }: SavedListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Box
      component="ul"
      ref={list}
      tabIndex={-1}
      aria-label={t('saved_places')}
      sx={{ m: 0, p: 0, listStyle: 'none', outline: 'none' }}
    >
      {saved.map((place) => (
        <Box component="li" key={place.id} sx={row}>
          <Typography noWrap dir="auto" sx={{ flex: 1, fontWeight: 560, ...matchParent }}>
            {place.add}
          </Typography>
          <IconButton
            aria-label={t('saved_place_forget', { place: place.add })}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              // Moves the focus to the list, because the focused button is removed with its place.
              list.current?.focus();
              onForget(place.id);
            }}
          >
            <CloseOutlined fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {saved.length === 0 && (
        <Typography component="li" color="text.secondary" sx={row}>
          {t('saved_places_none')}
        </Typography>
      )}
    </Box>
  );
}

function Note({ search }: { search: PlaceSearch }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const text =
    search.problem !== null
      ? errorText(search.problem)
      : search.loading
        ? t('searching')
        : t('no_places_found');
  return (
    <Typography sx={{ px: 1.25, py: 1.5, color: search.problem === null ? 'text.secondary' : 'error.main' }}>
      {text}
    </Typography>
  );
}

interface OptionProps {
  id: string;
  option: PlaceOption;
  active: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function useOptionText(option: PlaceOption): string {
  const { t } = useTranslation();
  switch (option.kind) {
    case 'here':
      return t('use_my_location');
    case 'map':
      return t('choose_on_map');
    case 'saved':
    case 'address':
    case 'street':
    case 'place':
    case 'intersection':
      return option.main;
  }
}

function Option({ id, option, active, onHover, onChoose }: OptionProps) {
  const Icon = icons[option.kind];
  const text = useOptionText(option);
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={active}
      onPointerMove={onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={{ ...row, cursor: 'pointer', bgcolor: active ? 'background.subtle' : 'transparent' }}
    >
      <Icon aria-hidden="true" fontSize="small" sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap dir="auto" sx={{ fontWeight: 560, ...matchParent }}>
          {text}
        </Typography>
        {option.secondary !== '' && (
          <Typography noWrap dir="auto" variant="body2" color="text.secondary" sx={matchParent}>
            {option.secondary}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

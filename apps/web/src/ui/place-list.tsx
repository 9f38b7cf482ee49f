// The suggestions below a place field.

import type { TripPoint } from '@kerb/sdk/store';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import MyLocationOutlined from '@mui/icons-material/MyLocationOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import SignpostOutlined from '@mui/icons-material/SignpostOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import type { PlaceSearch } from './use-place-search.ts';

export interface PlaceOption {
  readonly key: string;
  readonly main: string;
  readonly secondary: string;
  readonly kind: 'address' | 'street' | 'place' | 'intersection' | 'saved' | 'here';
  readonly find: () => Promise<TripPoint>;
}

const icons: Record<PlaceOption['kind'], typeof PlaceOutlined> = {
  address: PlaceOutlined,
  place: PlaceOutlined,
  street: SignpostOutlined,
  intersection: SignpostOutlined,
  saved: HistoryOutlined,
  here: MyLocationOutlined,
};

interface PlaceListProps {
  id: string;
  label: string;
  options: readonly PlaceOption[];
  active: number;
  search: PlaceSearch;
  onHover: (index: number) => void;
  onChoose: (option: PlaceOption) => void;
}

export function PlaceList({ id, label, options, active, search, onHover, onChoose }: PlaceListProps) {
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
        maxHeight: 360,
        overflowY: 'auto',
      }}
    >
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
      {options.length === 0 && <Note search={search} />}
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

function Option({ id, option, active, onHover, onChoose }: OptionProps) {
  const Icon = icons[option.kind];
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={active}
      onPointerMove={onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.25,
        py: 1,
        minHeight: 52,
        borderRadius: '10px',
        cursor: 'pointer',
        bgcolor: active ? 'background.subtle' : 'transparent',
      }}
    >
      <Icon aria-hidden="true" fontSize="small" sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 560 }}>
          {option.main}
        </Typography>
        {option.secondary !== '' && (
          <Typography noWrap variant="body2" color="text.secondary">
            {option.secondary}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

// Where to: a combobox that suggests places and addresses while one types, and answers with coordinates.

import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import MyLocationOutlined from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../lib/i18n/index.ts';
import { client } from '../lib/store.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import { usePlaceSearch } from './use-place-search.ts';
import { visuallyHidden } from './visually-hidden.ts';

// Asked for when a field is first touched.
const PlaceList = lazy(async () => {
  const [{ PlaceList }] = await Promise.all([import('./place-list.tsx'), loadTexts('quote')]);
  return { default: PlaceList };
});
const locate = async () => (await import('../lib/locate.ts')).locate();

export interface SavedPlace extends TripPoint {
  readonly id: string;
}

export interface PlaceOption {
  readonly key: string;
  /** '' where the list has words of its own. */
  readonly main: string;
  readonly secondary: string;
  readonly kind: 'address' | 'street' | 'place' | 'intersection' | 'saved' | 'here' | 'map';
  /** Null: the place is chosen elsewhere. */
  readonly find: () => Promise<TripPoint | null>;
}

export interface PlaceFieldProps {
  label: string;
  value: TripPoint | null;
  onChange: (point: TripPoint | null) => void;
  placeholder?: string;
  /** Suggestions near this point come first. */
  near?: LatLng | null;
  /** Offered before anything is typed: saved addresses. */
  saved?: readonly SavedPlace[];
  /** Forgets a saved address; without it they cannot be taken out. */
  onForget?: ((id: string) => void) | undefined;
  /** Offers to choose the place on the map. */
  onPickOnMap?: (() => void) | undefined;
  /** A sentence on what is wrong with the place, or that it is missing. */
  issue?: string | null | undefined;
  /** Offers "Use my location" before anything is typed. */
  offerLocation?: boolean;
  /** A dot, a square, a number: what the place is on the map. */
  marker?: ReactNode;
  autoFocus?: boolean;
}

const own = { main: '', secondary: '', kind: 'saved' } as const;

const inputStyle = {
  flex: 1,
  minWidth: 0,
  height: 48,
  border: 0,
  outline: 'none',
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontWeight: 520,
  textOverflow: 'ellipsis',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

export function PlaceField(props: PlaceFieldProps) {
  const { label, value, onChange, placeholder, near = null, saved = [], offerLocation = false } = props;
  const { onPickOnMap, issue = null } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const [text, setText] = useState(value?.add ?? '');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const typed = open && text.trim() !== '' && text !== (value?.add ?? '');
  const search = usePlaceSearch(text, near, typed);

  useEffect(() => {
    setText(value?.add ?? '');
    setProblem(null);
  }, [value]);

  const settle = async (find: PlaceOption['find']) => {
    setBusy(true);
    setProblem(null);
    setOpen(false);
    try {
      const point = await find();
      if (!point) return;
      setText(point.add);
      onChange(point);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  };

  const options: PlaceOption[] = typed
    ? search.suggestions.map((suggestion) => ({
        key: suggestion.place_id,
        main: suggestion.main,
        secondary: suggestion.secondary,
        kind: suggestion.kind,
        find: async () => {
          const { coords } = await client.mapsPlace({ params: { place_id: suggestion.place_id } });
          return { ...coords, add: suggestion.description };
        },
      }))
    : saved.map((point) => ({ ...own, key: point.id, main: point.add, find: async () => point }));
  if (!typed) {
    if (onPickOnMap) {
      const find = async () => {
        onPickOnMap();
        return null;
      };
      options.unshift({ ...own, key: 'map', kind: 'map', find });
    }
    if (offerLocation) options.unshift({ ...own, key: 'here', kind: 'here', find: locate });
  }
  const showing = open && (options.length > 0 || (typed && text.trim().length > 1));
  const wrong = problem === null ? issue : errorText(problem);
  const choose = (option: PlaceOption | undefined) => {
    if (option) void settle(option.find);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + options.length) % Math.max(options.length, 1));
    } else if (event.key === 'Enter' && showing) {
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <Box
      sx={{ position: 'relative' }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) {
          setOpen(false);
          if (value) setText(value.add);
        }
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          minHeight: 52,
          paddingInlineStart: 1.75,
          paddingInlineEnd: 0.75,
          borderRadius: '12px',
          bgcolor: 'background.subtle',
          border: '1.5px solid transparent',
          '&:focus-within': { bgcolor: 'background.paper', borderColor: 'primary.main' },
        }}
      >
        {props.marker}
        <Box
          component="input"
          id={id}
          type="text"
          // An address is read, and cut, in its own direction.
          dir={text === '' ? undefined : 'auto'}
          role="combobox"
          value={text}
          placeholder={placeholder ?? label}
          ref={props.autoFocus ? focusOnce : undefined}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={showing}
          aria-controls={`${id}-list`}
          aria-activedescendant={showing && options.length > 0 ? `${id}-${active}` : undefined}
          aria-busy={busy || search.loading}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : `${id}-problem`}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => {
            event.target.select();
            setActive(0);
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          sx={inputStyle}
        />
        {text !== '' && (
          <IconButton
            size="small"
            aria-label={t('clear_field', { field: label })}
            onClick={() => {
              setText('');
              onChange(null);
              document.getElementById(id)?.focus();
            }}
          >
            <CloseOutlined fontSize="small" />
          </IconButton>
        )}
        {text === '' && offerLocation && (
          <IconButton size="small" aria-label={t('use_my_location')} onClick={() => void settle(locate)}>
            <MyLocationOutlined fontSize="small" />
          </IconButton>
        )}
      </Box>
      {showing && (
        <Suspense fallback={null}>
          <PlaceList
            id={id}
            label={label}
            options={options}
            active={active}
            search={search}
            saved={saved}
            onForget={props.onForget}
            onHover={setActive}
            onChoose={choose}
          />
        </Suspense>
      )}
      {wrong !== null && (
        <Box
          id={`${id}-problem`}
          role="alert"
          sx={{ color: 'error.main', fontSize: '0.875rem', px: 1.75, pt: 0.75 }}
        >
          {wrong}
        </Box>
      )}
      <Box role="status" sx={visuallyHidden}>
        {typed && !search.loading ? t('suggestions_found', { count: search.suggestions.length }) : ''}
      </Box>
    </Box>
  );
}

// Dialog with all countries, their flags and dial codes, searchable by name, code or dial code; full-screen on phones.
import { type Country, countries } from '@kerb/domain/countries';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { type NamedCountry, namedCountries, searchCountries } from './country-search.ts';
import { Flag } from './flag.tsx';
import { dialCodeText } from './phone-number.ts';

export interface CountryDialogProps {
  open: boolean;
  /** ISO 3166-1 alpha-2. */
  value: string;
  onChoose: (country: Country) => void;
  onClose: () => void;
  /** Called when the closing transition has ended. */
  onClosed?: () => void;
}

const PAGE = 8;

export function CountryDialog({ open, value, onChoose, onClose, onClosed }: CountryDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery('(max-width: 575.95px)');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      fullScreen={small}
      fullWidth
      maxWidth="xs"
      slotProps={{
        transition: { onExited: () => onClosed?.() },
        paper: {
          sx: small
            ? { borderRadius: 0, pb: 'env(safe-area-inset-bottom)' }
            : { height: 'min(640px, 86dvh)' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2.5, pt: 2, pb: 1 }}>
        <Typography id={titleId} variant="h4" component="h2" sx={{ flex: 1 }}>
          {t('country')}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <CloseOutlined />
        </IconButton>
      </Box>
      <Search value={value} onChoose={onChoose} />
    </Dialog>
  );
}

function Search({ value, onChoose }: Pick<CountryDialogProps, 'value' | 'onChoose'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const every = useMemo(() => namedCountries(language), [language]);
  const [typed, setTyped] = useState('');
  const found = useMemo(() => searchCountries(every, typed), [every, typed]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      every.findIndex(({ code }) => code === value),
    ),
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(Math.min(last, Math.max(0, active + step)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const country = found[active];
      if (country) onChoose(country);
    }
  };

  return (
    <>
      <Box sx={{ px: 2.5, pb: 1.5 }}>
        <TextField
          autoFocus
          fullWidth
          size="small"
          placeholder={t('country_search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchOutlined fontSize="small" />
                </InputAdornment>
              ),
            },
            htmlInput: {
              role: 'combobox',
              'aria-label': t('country_search'),
              'aria-expanded': true,
              'aria-autocomplete': 'list',
              'aria-controls': `${id}-list`,
              'aria-activedescendant': found[active] ? `${id}-${found[active].code}` : undefined,
              autoComplete: 'off',
              spellCheck: false,
            },
          }}
        />
      </Box>
      <Found id={id} found={found} active={active} value={value} onHover={setActive} onChoose={onChoose} />
      <Box role="status" sx={visuallyHidden}>
        {found.length < countries.length ? t('countries_found', { count: found.length }) : ''}
      </Box>
    </>
  );
}

interface FoundProps {
  id: string;
  found: readonly NamedCountry[];
  active: number;
  value: string;
  onHover: (index: number) => void;
  onChoose: (country: Country) => void;
}

const rows = {
  m: 0,
  px: 1.25,
  pb: 1.25,
  flex: 1,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  listStyle: 'none',
  scrollPaddingBlock: '8px',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.75,
    px: 1.25,
    minHeight: 52,
    borderRadius: '10px',
    cursor: 'pointer',
    // The browser skips rendering rows that are out of view.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 52px',
  },
  '& > li[data-active]': { bgcolor: 'background.subtle' },
  '& > li[aria-selected="true"]': { fontWeight: 650 },
  '& > li > span': { flex: 1, minWidth: 0, py: 1 },
  '& > li > bdi': { color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
} as const;

function Found({ id, found, active, value, onHover, onChoose }: FoundProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const wasAt = useRef<number | null>(null);

  useEffect(() => {
    // Centres the chosen country when the list opens; afterwards the list scrolls as little as possible.
    const block = wasAt.current === null ? 'center' : 'nearest';
    if (wasAt.current !== active) list.current?.children[active]?.scrollIntoView({ block });
    wasAt.current = active;
  }, [active]);

  if (found.length === 0)
    return (
      <Typography color="text.secondary" sx={{ px: 2.5, py: 2, flex: 1 }}>
        {t('country_none')}
      </Typography>
    );
  return (
    <Box component="ul" ref={list} role="listbox" id={`${id}-list`} aria-label={t('country')} sx={rows}>
      {found.map((country, index) => (
        <Box
          component="li"
          key={country.code}
          id={`${id}-${country.code}`}
          role="option"
          aria-selected={country.code === value}
          data-active={index === active ? '' : undefined}
          onPointerMove={() => index !== active && onHover(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(country)}
        >
          <Flag code={country.code} />
          <span>{country.name}</span>
          <bdi dir="ltr">{dialCodeText(country)}</bdi>
        </Box>
      ))}
    </Box>
  );
}

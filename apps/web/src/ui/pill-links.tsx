// Links to the parts of a screen, which are selected by a parameter of the query string; they wrap on narrow screens.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../lib/use-format.ts';
import { QueryLink } from './query-link.tsx';

export interface Pill<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** Number of items to handle; hidden when 0. */
  readonly count?: number;
  /** Total number of items, shown when no item waits. */
  readonly total?: number;
}

interface PillLinksProps<Value extends string> {
  readonly label: string;
  /** The query parameter that selects the part; without it, the first part is shown. */
  readonly param: string;
  readonly pills: readonly Pill<Value>[];
  readonly value: Value;
}

/** Returns the part that the query string selects; the first for any other value. */
export function usePill<Value extends string>(param: string, values: readonly [Value, ...Value[]]): Value {
  const [params] = useSearchParams();
  return values.find((value) => value === params.get(param)) ?? values[0];
}

export function PillLinks<Value extends string>({ label, param, pills, value }: PillLinksProps<Value>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Box component="nav" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {pills.map((pill) => (
        <Box
          key={pill.value}
          component={QueryLink}
          change={{ [param]: pill.value === pills[0]?.value ? '' : pill.value }}
          preventScrollReset
          aria-current={pill.value === value ? 'page' : undefined}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1,
            minHeight: 40,
            '@media (pointer: coarse)': { minHeight: 44 },
            px: 1.75,
            borderRadius: '20px',
            color: 'text.secondary',
            fontSize: '0.9375rem',
            fontWeight: 600,
            textDecoration: 'none',
            '&:hover': { color: 'text.primary', bgcolor: 'background.subtle' },
            '&[aria-current]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
            '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
          }}
        >
          {pill.text}
          {pill.total !== undefined && (
            <Box component="span" className="tabular" sx={{ fontWeight: 500 }}>
              {number(pill.total)}
            </Box>
          )}
          {pill.count !== undefined && pill.count > 0 && (
            <Box
              component="span"
              className="tabular"
              aria-label={t('pill_count', { count: pill.count })}
              role="img"
              sx={{
                minWidth: 22,
                px: 0.75,
                borderRadius: '11px',
                lineHeight: '22px',
                textAlign: 'center',
                fontSize: '0.8125rem',
                bgcolor: 'secondary.main',
                color: 'secondary.contrastText',
              }}
            >
              {number(pill.count)}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

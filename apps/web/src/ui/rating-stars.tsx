// Five stars: read-only with a text for screen readers, or a radio group for choosing.
import StarRounded from '@mui/icons-material/StarRounded';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import { visuallyHidden } from './visually-hidden.ts';

/** `value` is the mean rating as the API returns it: a string with one decimal, '' before the first rating. */
export function RatingText({ value }: { value: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (value === '') return <span>{t('new_here')}</span>;
  const shown = number(Number(value), 1);
  return (
    <Box
      component="span"
      className="tabular"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}
    >
      <StarRounded aria-hidden="true" sx={{ fontSize: '1.1em' }} />
      <span aria-hidden="true">{shown}</span>
      <Box component="span" sx={visuallyHidden}>
        {t('rating_of_five', { rating: shown })}
      </Box>
    </Box>
  );
}

interface RatingInputProps {
  label: string;
  value: number | null;
  onChange: (rating: number) => void;
}

const choices = [1, 2, 3, 4, 5] as const;

export function RatingInput({ label, value, onChange }: RatingInputProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'flex', justifyContent: 'center' }}>
      <Box component="legend" sx={visuallyHidden}>
        {label}
      </Box>
      {choices.map((choice) => (
        <Box
          key={choice}
          component="label"
          sx={{
            position: 'relative',
            cursor: 'pointer',
            p: 0.5,
            borderRadius: 2,
            color: value !== null && choice <= value ? 'secondary.main' : 'divider',
            '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main' },
            // The outline makes the yellow star visible on white.
            '& path': { stroke: 'var(--mui-palette-text-secondary)', strokeWidth: 0.9 },
          }}
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
            style={visuallyHidden}
          />
          <StarRounded aria-hidden="true" sx={{ fontSize: 44, display: 'block' }} />
          <Box component="span" sx={visuallyHidden}>
            {t('stars', { count: choice })}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

// Segmented control: a choice of a few options side by side, made of native radio inputs.
import Box from '@mui/material/Box';
import { useId } from 'react';
import { visuallyHidden } from './visually-hidden.ts';

interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
  /** Arranges many options in a grid of several rows. */
  readonly wraps?: boolean;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, wraps = false } = props;
  const name = useId();
  return (
    <Box
      component="fieldset"
      sx={{
        ...(wraps
          ? { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))' }
          : // Options that do not fit side by side, for example with a long currency symbol, wrap.
            { display: 'flex', flexWrap: 'wrap' }),
        gap: 0.5,
        minWidth: 0,
        m: 0,
        p: 0.5,
        border: 0,
        borderRadius: '12px',
        bgcolor: 'background.subtle',
      }}
    >
      <Box component="legend" sx={{ ...visuallyHidden }}>
        {label}
      </Box>
      {options.map((option) => (
        <Box
          key={option.value}
          component="label"
          sx={{
            position: 'relative',
            flex: 1,
            display: 'grid',
            placeItems: 'center',
            minHeight: 44,
            px: 2,
            borderRadius: '9px',
            cursor: 'pointer',
            fontSize: '0.9375rem',
            fontWeight: 600,
            whiteSpace: 'nowrap',
            color: 'text.secondary',
            '&:hover': { color: 'text.primary' },
            '&:has(:checked)': {
              color: 'text.primary',
              bgcolor: 'background.paper',
              boxShadow: '0 1px 4px rgb(0 0 0 / 0.16)',
            },
            '[data-theme="dark"] &:has(:checked)': { bgcolor: 'divider' },
            '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
          }}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            style={visuallyHidden}
          />
          {option.text}
        </Box>
      ))}
    </Box>
  );
}

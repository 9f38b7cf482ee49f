// Radio option for one payment method: picture, name and a short note.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

interface PaymentOptionProps {
  /** Name of the radio group, and value of this option. */
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly badge: ReactNode;
  readonly text: string;
  readonly help?: string;
  readonly disabled?: boolean;
}

export function PaymentOption(props: PaymentOptionProps) {
  const { name, value, checked, onChoose, badge, text, help, disabled = false } = props;
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        p: 1.25,
        borderRadius: '14px',
        border: '2px solid',
        borderColor: checked ? 'primary.main' : 'divider',
        color: disabled ? 'text.secondary' : 'text.primary',
        position: 'relative',
        cursor: disabled ? 'not-allowed' : 'pointer',
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        style={{ ...visuallyHidden }}
      />
      {badge}
      <Box sx={{ minWidth: 0 }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 620 }}>
          {text}
        </Typography>
        {help !== undefined && (
          <Typography component="span" variant="caption" color="text.secondary">
            {help}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

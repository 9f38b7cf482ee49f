// Button with an icon and a label; on phones only the icon is visible, and the label is for screen readers.

import Box from '@mui/material/Box';
import type { ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { LoadingButton } from './loading-button.tsx';

interface CompactButtonProps extends Omit<ButtonProps, 'startIcon' | 'children' | 'sx'> {
  readonly icon: ReactNode;
  readonly text: string;
  /** Address, if the button is a link. */
  readonly to?: string;
}

export function CompactButton({ icon, text, to, ...button }: CompactButtonProps) {
  const quiet = button.variant === 'outlined' ? { borderColor: 'divider', color: 'text.primary' } : {};
  return (
    <LoadingButton
      {...button}
      {...(to !== undefined && { component: Link, to })}
      aria-label={text}
      sx={{
        ...quiet,
        flexShrink: 0,
        gap: 1,
        minWidth: 44,
        px: { xs: 1.25, sm: 2 },
        '& svg': { fontSize: 20 },
      }}
    >
      {icon}
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {text}
      </Box>
    </LoadingButton>
  );
}

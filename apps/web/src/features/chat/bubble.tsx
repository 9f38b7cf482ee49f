// Bubble around one chat message, and its text with the sender's line breaks.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The time in the bubble's corner. */
export const stamp = {
  fontSize: '0.75rem',
  opacity: 0.8,
  marginInlineStart: 1,
  float: 'inline-end',
  mt: 0.625,
} as const;

export function Words({ text }: { text: string }) {
  return (
    <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );
}

export function Bubble({ isMine, children }: { isMine: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        justifySelf: isMine ? 'end' : 'start',
        maxWidth: '82%',
        px: 1.75,
        py: 1,
        borderRadius: '18px',
        ...(isMine ? { borderEndEndRadius: '6px' } : { borderEndStartRadius: '6px' }),
        bgcolor: isMine ? 'primary.main' : 'background.subtle',
        color: isMine ? 'primary.contrastText' : 'text.primary',
      }}
    >
      {children}
    </Box>
  );
}

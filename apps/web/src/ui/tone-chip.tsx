// Chip with a state in one or two words, and a dot in the colour of the tone.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export type Tone = 'waiting' | 'moving' | 'done' | 'due' | 'stopped';

const colours: Record<Tone, string> = {
  waiting: 'text.secondary',
  moving: 'info.main',
  done: 'success.main',
  due: 'warning.main',
  stopped: 'error.main',
};

export function ToneChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        maxWidth: '100%',
        px: 1.25,
        height: 26,
        borderRadius: '13px',
        bgcolor: 'background.subtle',
        color: colours[tone],
        fontSize: '0.8125rem',
        fontWeight: 620,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
        // In dense rows without background.
        '[data-density="dense"] &': { px: 0, height: 'auto', bgcolor: 'transparent', fontWeight: 560 },
      }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{ flexShrink: 0, width: 7, height: 7, borderRadius: '50%', bgcolor: 'currentColor' }}
      />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  );
}

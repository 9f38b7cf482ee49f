// Pill with the remaining time, and a second line for the time of arrival or the distance.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useFormat } from '../lib/use-format.ts';

interface ArrivalPillProps {
  readonly seconds: number;
  readonly below: ReactNode;
}

export function ArrivalPill({ seconds, below }: ArrivalPillProps) {
  const { duration } = useFormat();
  return (
    <Box
      data-testid="eta"
      className="tabular"
      sx={{
        flexShrink: 0,
        bgcolor: 'secondary.main',
        color: 'secondary.contrastText',
        borderRadius: '14px',
        px: 1.5,
        py: 1,
        textAlign: 'center',
        fontWeight: 700,
        lineHeight: 1.2,
      }}
    >
      {duration(seconds)}
      <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', fontWeight: 560 }}>
        {below}
      </Box>
    </Box>
  );
}

// How much waits behind a link of the console, at the end of its line.
import Box from '@mui/material/Box';
import { use } from 'react';
import { useFormat } from '../lib/use-settings.ts';
import { ConsoleBadges } from './console-badges.ts';
import type { LinkName } from './console-links.ts';

export function ConsoleBadge({ name }: { name: LinkName }) {
  const { number } = useFormat();
  const count = use(ConsoleBadges)[name] ?? 0;
  if (count === 0) return null;
  return (
    <Box
      component="span"
      className="tabular"
      sx={{
        minWidth: 24,
        px: 0.75,
        borderRadius: '12px',
        textAlign: 'center',
        lineHeight: '24px',
        bgcolor: 'error.main',
        color: 'error.contrastText',
        fontSize: '0.8125rem',
        fontWeight: 680,
      }}
    >
      {number(count)}
    </Box>
  );
}

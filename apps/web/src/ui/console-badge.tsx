// Badge with the number of items to handle, at the end of a link of the console.
import Box from '@mui/material/Box';
import { use } from 'react';
import { useFormat } from '../lib/use-format.ts';
import { ConsoleBadges } from './console-badges.tsx';
import type { LinkName } from './console-links.ts';

interface ConsoleBadgeProps {
  readonly name: LinkName;
  /** Small badge at the corner of an icon. */
  readonly isSmall?: boolean;
}

export function ConsoleBadge({ name, isSmall = false }: ConsoleBadgeProps) {
  const { number } = useFormat();
  const count = use(ConsoleBadges)[name] ?? 0;
  if (count === 0) return null;
  return (
    <Box
      component="span"
      className="tabular"
      sx={{
        ...(isSmall && { position: 'absolute', top: 4, insetInlineEnd: 6 }),
        minWidth: isSmall ? 18 : 24,
        px: isSmall ? 0.5 : 0.75,
        borderRadius: '12px',
        textAlign: 'center',
        lineHeight: isSmall ? '18px' : '24px',
        bgcolor: 'error.main',
        color: 'error.contrastText',
        fontSize: isSmall ? '0.6875rem' : '0.8125rem',
        fontWeight: 680,
      }}
    >
      {number(count)}
    </Box>
  );
}

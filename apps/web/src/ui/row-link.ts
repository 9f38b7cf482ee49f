// A link whose whole row or card can be pressed; the row is positioned, and shows its own sign of leading on.

export const rowLink = {
  color: 'inherit',
  fontWeight: 560,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

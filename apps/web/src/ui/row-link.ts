// Styles of a link that makes its whole row or card clickable; the row must be positioned, and show its own chevron.

export const rowLink = {
  color: 'inherit',
  fontWeight: 560,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

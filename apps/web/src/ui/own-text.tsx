// A text that people wrote, in one line of a table: its direction is its own, and what is cut off is shown when it is pointed at.
import Box from '@mui/material/Box';

interface OwnTextProps {
  readonly text: string;
  readonly strong?: boolean;
  readonly quiet?: boolean;
}

export function OwnText({ text, strong = false, quiet = false }: OwnTextProps) {
  return (
    <Box
      component="bdi"
      title={text}
      sx={{
        // As a block it would be aligned by its own direction instead of that of the page.
        display: 'inline-block',
        maxWidth: '100%',
        verticalAlign: 'top',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        ...(strong && { fontWeight: 620 }),
        ...(quiet && { color: 'text.secondary' }),
      }}
    >
      {text}
    </Box>
  );
}

// User-written text on one line of a table: has its own direction, and shows the full text in a tooltip.
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
        // A block element would be aligned by the text's direction instead of the page's.
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

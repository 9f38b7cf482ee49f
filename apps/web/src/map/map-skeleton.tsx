// Placeholder of a map while it loads.
import Box from '@mui/material/Box';

const streets =
  'repeating-linear-gradient(62deg, transparent 0 76px, var(--mui-palette-background-paper) 76px 84px), repeating-linear-gradient(152deg, transparent 0 118px, var(--mui-palette-background-paper) 118px 126px)';

/** A faint pattern of streets; hidden from screen readers. */
export function MapSkeleton() {
  return (
    <Box
      aria-hidden="true"
      aria-busy="true"
      sx={{ position: 'absolute', inset: 0, bgcolor: 'background.subtle', backgroundImage: streets }}
    />
  );
}

// Grey block in the shape of the loading content; small enough for the first load.
import Box from '@mui/material/Box';

interface PlaceholderProps {
  /** Height in px; by breakpoint where it differs. */
  height: number | { xs: number; md: number };
  width?: string | number;
}

export function Placeholder({ height, width = '100%' }: PlaceholderProps) {
  return (
    <Box
      aria-busy="true"
      sx={{
        height,
        width,
        borderRadius: '12px',
        bgcolor: 'background.subtle',
        animation: 'kerb-breathe 1.6s ease-in-out infinite',
        '@keyframes kerb-breathe': { '50%': { opacity: 0.45 } },
      }}
    />
  );
}

// Legend of the lines on a finished trip's map; needs the texts of the area `fare`.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useShownScheme } from '../ui/preferences.tsx';
import { lineColours } from './line-colours.ts';

interface LineLegendProps {
  /** Encoded polylines, as passed to the map. */
  readonly route: string | null;
  readonly driven: string | null;
}

/** Renders nothing when the map has a single line. */
export function LineLegend({ route, driven }: LineLegendProps) {
  const { t } = useTranslation();
  const { strong, quoted } = lineColours(useShownScheme() === 'dark');
  if (!route || !driven) return null;
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        listStyle: 'none',
        m: 0,
        p: 0,
      }}
    >
      <LegendItem text={t('map_line_driven')} line={`5px solid ${strong}`} />
      <LegendItem text={t('map_line_quoted')} line={`3px dashed ${quoted}`} />
    </Box>
  );
}

function LegendItem({ text, line }: { text: string; line: string }) {
  return (
    <Typography
      component="li"
      variant="body2"
      color="text.secondary"
      sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
    >
      <Box aria-hidden="true" component="span" sx={{ width: 24, borderTop: line }} />
      {text}
    </Typography>
  );
}

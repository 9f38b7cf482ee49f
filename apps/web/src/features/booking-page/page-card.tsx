// Card of a booking's page: a heading and its content; and a labelled value for it.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PageCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function PageCard({ title, children }: PageCardProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
        p: { xs: 2, sm: 2.5 },
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        bgcolor: 'background.paper',
      }}
    >
      <Typography id={id} variant="h5" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A labelled value; must be inside a `dl`. */
export function Fact({ label, children }: FactProps) {
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, minWidth: 0 }}
    >
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

// Group of labelled facts about a person, with a title.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: '16px', p: 2.5, minWidth: 0 }}
    >
      <Typography variant="h5" component="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, 2fr) minmax(0, 3fr)', gap: 1.5 }}
      >
        {children}
      </Box>
    </Box>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {children}
      </Typography>
    </>
  );
}

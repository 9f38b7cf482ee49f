// A public page of text: a heading and titled paragraphs in a readable measure.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SiteShell } from '../../ui/site-shell.tsx';

interface TextPageProps {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly text: ReactNode }[];
}

export function TextPage({ title, sections }: TextPageProps) {
  return (
    <SiteShell>
      <Box
        component="article"
        sx={{ maxWidth: 720, mx: 'auto', px: 2, py: { xs: 5, md: 9 }, display: 'grid', gap: 4 }}
      >
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {sections.map((part) => (
          <Box component="section" key={part.title}>
            <Typography variant="h4" component="h2">
              {part.title}
            </Typography>
            <Typography sx={{ mt: 1 }} color="text.secondary">
              {part.text}
            </Typography>
          </Box>
        ))}
      </Box>
    </SiteShell>
  );
}

// Layout of a public page of text: heading, introduction, and titled parts with a limited line length.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { SiteShell } from '../../ui/site-shell.tsx';

interface TextPageProps {
  readonly title: string;
  /** Introduction of one or two sentences. */
  readonly lead: string;
  readonly children: ReactNode;
}

export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <SiteShell>
      <Box
        component="article"
        sx={{
          maxWidth: 752,
          mx: 'auto',
          px: 2,
          py: { xs: 5, md: 9 },
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: { xs: 4, md: 5 },
          overflowWrap: 'anywhere',
        }}
      >
        <Box component="header">
          <Typography variant="h2" component="h1">
            {title}
          </Typography>
          <Typography sx={{ mt: 2, fontSize: '1.125rem' }}>{lead}</Typography>
        </Box>
        {children}
      </Box>
    </SiteShell>
  );
}

/** `id` is the anchor of the part. */
export function TextPart({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      id={id}
      sx={{ display: 'grid', gap: 1, scrollMarginTop: 80, color: 'text.secondary' }}
    >
      <Typography variant="h4" component="h2" color="text.primary">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface TextListProps {
  readonly items: readonly string[];
  /** Whether the items are numbered steps. */
  readonly numbered?: boolean;
}

export function TextList({ items, numbered = false }: TextListProps) {
  return (
    <Box
      component={numbered ? 'ol' : 'ul'}
      sx={{ m: 0, paddingInlineStart: '22px', display: 'grid', gap: 0.75 }}
    >
      {items.map((item) => (
        <Typography key={item} component="li">
          {item}
        </Typography>
      ))}
    </Box>
  );
}

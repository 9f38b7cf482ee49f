// The frame of the public pages: header, the page, footer.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

interface SiteShellProps {
  children: ReactNode;
  /** The page begins with a dark hero the header may lie over. */
  overHero?: boolean;
  footer?: boolean;
}

export function SiteShell({ children, overHero = false, footer = true }: SiteShellProps) {
  return (
    <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <SiteHeader overHero={overHero} />
      <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, outline: 'none' }}>
        {children}
      </Box>
      {footer && <SiteFooter />}
    </Box>
  );
}

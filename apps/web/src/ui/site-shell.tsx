// The frame of the public pages: header, the page, footer.
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

// Below everything: it comes after what is read first.
const SiteFooter = lazy(async () => {
  const [{ SiteFooter }] = await Promise.all([import('./site-footer.tsx'), loadTexts('pages')]);
  return { default: SiteFooter };
});

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
      {footer && (
        <Suspense fallback={<Box aria-busy="true" sx={{ minHeight: 224 }} />}>
          <SiteFooter />
        </Suspense>
      )}
    </Box>
  );
}

// Frame of the public pages: header, content, footer.
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

// Loaded lazily, because it is below the fold.
const SiteFooter = lazy(async () => {
  const [{ SiteFooter }] = await Promise.all([import('./site-footer.tsx'), loadTexts('pages')]);
  return { default: SiteFooter };
});

interface SiteShellProps {
  children: ReactNode;
  /** Whether the page starts with a dark hero, over which the header is transparent. */
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

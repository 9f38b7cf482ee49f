// Page frame of the first run: logo, language and colour scheme, and one narrow column.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand.tsx';
import { LanguageSwitcher, ThemeSwitch } from '../../ui/preferences.tsx';

interface SetupFrameProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function SetupFrame({ title, text, children }: SetupFrameProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: { xs: 2, md: 4 }, height: 64 }}
      >
        <BrandMark />
        <Box sx={{ flex: 1 }} />
        <LanguageSwitcher />
        <ThemeSwitch />
      </Box>
      <Box
        component="main"
        sx={{
          width: '100%',
          maxWidth: 600,
          mx: 'auto',
          px: 2,
          pt: { xs: 3, md: 8 },
          pb: 8,
          display: 'grid',
          gap: 4,
        }}
      >
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h2" component="h1">
            {title}
          </Typography>
          <Typography color="text.secondary">{text}</Typography>
        </Box>
        {children}
      </Box>
    </Box>
  );
}

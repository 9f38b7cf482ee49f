// Link to the landing page with the logo and the operator's name.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { paths } from '../lib/paths.ts';
import { useSettings } from '../lib/use-settings.ts';
import { Link } from './link.tsx';
import { ink, kerbYellow } from './theme.ts';

export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden="true" focusable="false">
      <rect width="512" height="512" rx="116" fill={ink} stroke="rgb(255 255 255 / 0.14)" strokeWidth="10" />
      <path d="M148 108h64v128l106-128h82L288 238l120 166h-80l-86-120-30 35v85h-64z" fill="#fff" />
      <path d="M148 424h260v28H148z" fill={kerbYellow} />
    </svg>
  );
}

export function useAppName(): string {
  return useSettings()?.appName || 'Kerb';
}

export function Brand() {
  const appName = useAppName();
  return (
    <Box
      component={Link}
      to={paths.home}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        color: 'inherit',
        textDecoration: 'none',
        minHeight: 44,
        // Truncates a long name instead of widening the header.
        minWidth: 0,
        '& svg': { flexShrink: 0 },
      }}
    >
      <BrandMark />
      <Typography
        component="span"
        noWrap
        sx={{ fontWeight: 740, fontSize: '1.25rem', letterSpacing: '-0.03em', maxWidth: 200 }}
      >
        {appName}
      </Typography>
    </Box>
  );
}

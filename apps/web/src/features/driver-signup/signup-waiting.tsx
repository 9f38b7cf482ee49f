// Shown after a sign-up that needs approval: what happens next, and how the driver is notified.
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';

export function SignupWaiting({ firstName, mobile }: { firstName: string; mobile: string }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const next = [
    t('signup_next_check'),
    t('signup_next_sms', { mobile: `\u2066${mobile}\u2069` }),
    t('signup_next_drive'),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 520, mx: 'auto', px: 2, py: { xs: 5, md: 9 } }}>
      <Box
        aria-hidden="true"
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 64,
          height: 64,
          borderRadius: '50%',
          bgcolor: 'secondary.main',
          color: 'secondary.contrastText',
        }}
      >
        <CheckOutlined sx={{ fontSize: 34 }} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography ref={heading} variant="h2" component="h1" tabIndex={-1} sx={{ outline: 'none' }}>
          {t('signup_waiting_title', { name: firstName })}
        </Typography>
        <Typography color="text.secondary">{t('signup_waiting_text')}</Typography>
      </Box>
      <Box component="section" aria-label={t('signup_next')} sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="h5" component="h2">
          {t('signup_next')}
        </Typography>
        <Box component="ol" sx={{ display: 'grid', gap: 1.5, m: 0, paddingInlineStart: 3 }}>
          {next.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Box>
      </Box>
      <Button component={Link} to={paths.home} variant="outlined" color="inherit" size="large">
        {t('go_home')}
      </Button>
    </Box>
  );
}

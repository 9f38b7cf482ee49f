// Preview of the message on a phone's lock screen, updated while typing.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';

const clamp = (lines: number) =>
  ({
    display: '-webkit-box',
    WebkitLineClamp: lines,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  }) as const;

export function PhonePreview({ title, body }: { title: string; body: string }) {
  const { t } = useTranslation();
  const appName = useSettings()?.appName;
  return (
    <Box
      component="figure"
      aria-label={t('notifications_preview')}
      sx={{
        m: 0,
        p: 1.25,
        pt: 3.5,
        borderRadius: '28px',
        border: '6px solid #14171F',
        background: 'linear-gradient(160deg, #2B3346, #55617D)',
        display: 'grid',
        alignContent: 'start',
        minHeight: { xs: 150, sm: 220 },
      }}
    >
      <Box
        sx={{
          borderRadius: '18px',
          bgcolor: '#FFFFFFF2',
          color: '#14171F',
          px: 1.75,
          py: 1.5,
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 1.25,
        }}
      >
        <Box
          component="img"
          src="/icons/kerb.svg"
          alt=""
          sx={{ width: 36, height: 36, borderRadius: '9px', alignSelf: 'center' }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 1,
              fontSize: '0.75rem',
              color: '#4B5260',
            }}
          >
            <bdi>{appName}</bdi>
            <span>{t('notifications_preview_now')}</span>
          </Box>
          <Typography dir="auto" sx={{ fontWeight: 650, fontSize: '0.9375rem', ...clamp(2) }}>
            {title.trim() || t('notifications_preview_title')}
          </Typography>
          <Typography
            dir="auto"
            sx={{ fontSize: '0.875rem', whiteSpace: 'pre-line', unicodeBidi: 'plaintext', ...clamp(4) }}
          >
            {body.trim() || t('notifications_preview_body')}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}

// The slogan of the service: a heading and a sentence.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';

export function Slogan({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <Box>
      <Typography variant={compact ? 'h3' : 'h1'} component="h1">
        {t('slogan')}
      </Typography>
      <Typography color={compact ? 'text.secondary' : 'inherit'} sx={{ mt: 0.5 }}>
        {t('slogan_text', { city: settings?.city.name ?? '' })}
      </Typography>
    </Box>
  );
}

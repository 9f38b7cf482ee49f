// What the service is, in a line and a sentence.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSettings, useWording } from '../../lib/use-settings.ts';

export function Slogan({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const wording = useWording();
  return (
    <Box>
      <Typography variant={compact ? 'h3' : 'h1'} component="h1">
        {t(`slogan${wording}`)}
      </Typography>
      <Typography color={compact ? 'text.secondary' : 'inherit'} sx={{ mt: 0.5 }}>
        {t(`slogan_text${wording}`, { city: settings?.city.name ?? '' })}
      </Typography>
    </Box>
  );
}

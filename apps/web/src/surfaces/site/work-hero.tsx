// Hero of the landing page for drivers and fleet admins, who do not book: a slogan and a link to their first screen.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { Slogan } from './slogan.tsx';

export function WorkHero() {
  const { t } = useTranslation();
  const isDriver = useAuth().user?.usertype === 'driver';
  return (
    <Box sx={{ bgcolor: '#14171F', color: '#FFFFFF', px: { xs: 2, md: 3 }, pt: 18, pb: 14 }}>
      <BehindHeader />
      <Box sx={{ maxWidth: 1152, mx: 'auto' }}>
        {isDriver ? <DriverSlogan /> : <Slogan />}
        <Button
          component={Link}
          to={isDriver ? paths.driverTrips : paths.dashboard}
          variant="contained"
          size="large"
          sx={{ mt: 3, bgcolor: '#FFFFFF', color: '#14171F', '&:hover': { bgcolor: '#E4E7EC' } }}
        >
          {t(isDriver ? 'nav_driver_trips' : 'nav_dashboard')}
        </Button>
      </Box>
    </Box>
  );
}

/** Background of the transparent header, so that content does not show through it while the page is scrolled. */
function BehindHeader() {
  return (
    <Box
      aria-hidden="true"
      sx={{ position: 'fixed', insetInline: 0, top: 0, height: 64, zIndex: 1, bgcolor: '#14171F' }}
    />
  );
}

function DriverSlogan() {
  const { t } = useTranslation();
  const city = useSettings()?.city.name ?? '';
  return (
    <Box>
      <Typography variant="h1">{t('driver_slogan')}</Typography>
      <Typography sx={{ mt: 0.5 }}>{t('driver_slogan_text', { city })}</Typography>
    </Box>
  );
}

// The landing page below the form: three highlights, and the app.
import InstallMobileOutlined from '@mui/icons-material/InstallMobileOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import RouteOutlined from '@mui/icons-material/RouteOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';
import { webAddress } from '../../ui/web-address.ts';

/** As wide as the header and the form above, so that their edges are in line. */
const section = { maxWidth: 1200, mx: 'auto', px: { xs: 2, md: 3 }, py: { xs: 6, md: 9 } } as const;

const forRiders = [
  { name: 'fare', Icon: ReceiptLongOutlined },
  { name: 'live', Icon: RouteOutlined },
  { name: 'fair', Icon: VerifiedUserOutlined },
] as const;
const forDrivers = [
  { name: 'offer', Icon: RouteOutlined },
  { name: 'money', Icon: ReceiptLongOutlined },
  { name: 'reasons', Icon: VerifiedUserOutlined },
] as const;

/** Highlights of the service; drivers get their own texts. */
function Highlights() {
  const { t } = useTranslation();
  const isDriver = useAuth().user?.usertype === 'driver';
  return (
    <Box component="section" aria-labelledby="highlights" sx={section}>
      <Typography id="highlights" variant="h2" sx={{ maxWidth: 640, textWrap: 'balance' }}>
        {t(isDriver ? 'driver_highlights_title' : 'highlights_title')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 3, md: 4 },
          mt: { xs: 3, md: 5 },
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {(isDriver ? forDrivers : forRiders).map(({ name, Icon }) => (
          <Box
            key={name}
            sx={{ bgcolor: 'background.subtle', borderRadius: '20px', p: { xs: 2.5, md: 3.5 } }}
          >
            <Box
              aria-hidden="true"
              sx={{
                display: 'grid',
                placeItems: 'center',
                width: 48,
                height: 48,
                borderRadius: '14px',
                bgcolor: 'secondary.main',
                color: 'secondary.contrastText',
              }}
            >
              <Icon />
            </Box>
            <Typography variant="h4" component="h3" sx={{ mt: 2.5 }}>
              {t(`highlight_${name}_title`)}
            </Typography>
            <Typography color="text.secondary" sx={{ mt: 1, textWrap: 'pretty' }}>
              {t(`highlight_${name}_text`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function AppSection() {
  const { t } = useTranslation();
  const settings = useSettings();
  const appName = useAppName();
  const isDriver = useAuth().user?.usertype === 'driver';
  const stores = [
    { text: t('app_store'), href: webAddress(settings?.AppleStoreLink) },
    { text: t('play_store'), href: webAddress(settings?.PlayStoreLink) },
  ].filter((store): store is { text: string; href: string } => store.href !== null);
  return (
    <Box component="section" aria-labelledby="app" sx={{ bgcolor: '#14171F', color: '#FFFFFF' }}>
      <Box sx={{ ...section, display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <InstallMobileOutlined aria-hidden="true" sx={{ fontSize: 56, color: '#FFC400' }} />
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography id="app" variant="h2" sx={{ textWrap: 'balance' }}>
            {t('app_title', { name: appName })}
          </Typography>
          <Typography sx={{ mt: 1, color: '#C9CED8', maxWidth: 560 }}>
            {stores.length > 0 ? t(isDriver ? 'app_text_stores_driver' : 'app_text_stores') : t('app_text')}
          </Typography>
          {stores.length > 0 && (
            <Box sx={{ display: 'flex', gap: 1.5, mt: 3, flexWrap: 'wrap' }}>
              {stores.map((store) => (
                <Button
                  key={store.href}
                  href={store.href}
                  target="_blank"
                  rel="noopener"
                  variant="contained"
                  color="secondary"
                  size="large"
                >
                  {store.text}
                </Button>
              ))}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

export function LandingSections() {
  return (
    <>
      <Highlights />
      <AppSection />
    </>
  );
}

// Section of the profile that connects and disconnects social sign-ins.
import type { Me, SocialProvider } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { shownProviders } from './shown-providers.ts';

/** Address that starts connecting a provider; the provider redirects back to the profile. */
const connectAddress = (provider: SocialProvider): string =>
  `/api/v1/auth/social/${provider}?link=true&next=${encodeURIComponent(paths.profile)}`;

interface SocialLinksProps {
  readonly user: Me;
  /** Providers that are configured for sign-in. */
  readonly offered: readonly SocialProvider[];
}

export function SocialLinks({ user, offered }: SocialLinksProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [disconnect, { isLoading, originalArgs, error }] = answers.disconnectSocial.useMutation();
  const busy = isLoading ? originalArgs?.params.provider : null;
  // The provider's redirect reports an error in the query string: /profile?error=…
  const [query, setQuery] = useSearchParams();
  const problem = error ?? query.get('error');

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shownProviders(user.social, offered).map(({ provider, connected }) => {
          const name = t(`social_${provider}`);
          return (
            <Box
              key={provider}
              component="li"
              sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 56 }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
                <Typography variant="body2" color="text.secondary">
                  {connected ? t('social_connected') : t('social_not_connected')}
                </Typography>
              </Box>
              {connected ? (
                <LoadingButton
                  color="inherit"
                  loading={busy === provider}
                  disabled={isLoading}
                  onClick={() => {
                    query.delete('error');
                    setQuery(query, { replace: true });
                    void disconnect({ params: { provider } });
                  }}
                  aria-label={t('social_disconnect_from', { provider: name })}
                  sx={{ minHeight: 44 }}
                >
                  {t('social_disconnect')}
                </LoadingButton>
              ) : (
                <Button
                  variant="outlined"
                  color="inherit"
                  href={connectAddress(provider)}
                  aria-label={t('social_connect_with', { provider: name })}
                  sx={{ minHeight: 44 }}
                >
                  {t('social_connect')}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {problem === 'user_exists' ? t('social_taken') : errorText(problem)}
        </Typography>
      )}
    </Box>
  );
}

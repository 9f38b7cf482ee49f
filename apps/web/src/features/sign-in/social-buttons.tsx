// Sign-in buttons for each social provider that the operator has configured.
import type { SocialProvider } from '@kerb/contract';
import { appleSignIn, facebookSignIn, googleSignIn, socialSignInAddress } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';

const providers = {
  google: { name: 'Google', letter: 'G', start: googleSignIn },
  facebook: { name: 'Facebook', letter: 'f', start: facebookSignIn },
  apple: { name: 'Apple', letter: 'A', start: appleSignIn },
} as const satisfies Record<SocialProvider, object>;

interface SocialButtonsProps {
  offered: readonly SocialProvider[];
  /** Path of this app to return to. */
  next: string;
}

export function SocialButtons({ offered, next }: SocialButtonsProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  if (offered.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          '&::before, &::after': { content: '""', flex: 1, borderTop: '1px solid', borderColor: 'divider' },
        }}
      >
        {t('sign_in_or')}
      </Typography>
      {offered.map((provider) => {
        const { name, letter, start } = providers[provider];
        return (
          <Button
            key={provider}
            variant="outlined"
            size="large"
            fullWidth
            href={socialSignInAddress(provider, next)}
            onClick={(event: MouseEvent) => {
              // A click with a modifier key opens a new window or tab, as for any link.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              dispatch(start(next));
            }}
            startIcon={<Mark letter={letter} />}
          >
            {t('continue_with', { provider: name })}
          </Button>
        );
      })}
    </Box>
  );
}

/** The provider's first letter, as no third-party logos are used. */
function Mark({ letter }: { letter: string }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 24,
        height: 24,
        borderRadius: '7px',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.875rem !important',
        fontWeight: 750,
        lineHeight: 1,
      }}
    >
      {letter}
    </Box>
  );
}

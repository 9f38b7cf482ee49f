// Buttons that sign in as one of the demonstration's users; shown only in demonstration mode.

import type { PublicSettings } from '@kerb/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SignIn } from './use-sign-in.ts';

type Person = NonNullable<PublicSettings['demo']>['signIns'][number];

export function DemoSignIns({ people, signIn }: { people: readonly Person[]; signIn: SignIn }) {
  const { t } = useTranslation();
  return (
    <Box component="section" aria-labelledby="demo-people" sx={{ display: 'grid', gap: 1 }}>
      <Typography id="demo-people" variant="h5" component="h2">
        {t('demo_sign_ins')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {people.map((person) => (
          <li key={person.mobile}>
            <ButtonBase
              disabled={signIn.loading}
              onClick={() => signIn.ask(person.mobile)}
              sx={{
                width: '100%',
                justifyContent: 'space-between',
                gap: 2,
                px: 2,
                py: 1.25,
                borderRadius: '12px',
                bgcolor: 'background.subtle',
                textAlign: 'start',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{person.name}</Typography>
                <Typography variant="body2" color="text.secondary">
                  {t(`demo_purpose_${person.purpose}`)}
                </Typography>
              </Box>
              <Typography
                component="bdi"
                dir="ltr"
                className="tabular"
                variant="body2"
                color="text.secondary"
                sx={{ flexShrink: 0 }}
              >
                {person.mobile}
              </Typography>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}

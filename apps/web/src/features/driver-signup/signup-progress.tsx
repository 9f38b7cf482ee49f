// Progress of the sign-up: a bar on phones, a list of named steps beside the form on wide screens.
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { type SignupStep, signupSteps } from './signup-draft.ts';

export function SignupProgress({ step }: { step: SignupStep }) {
  const { t } = useTranslation();
  const at = signupSteps.indexOf(step);
  return (
    <Box>
      <Box sx={{ display: { xs: 'grid', md: 'none' }, gap: 1 }}>
        <Box aria-hidden="true" sx={{ display: 'flex', gap: 0.75 }}>
          {signupSteps.map((one, index) => (
            <Box
              key={one}
              sx={{
                flex: 1,
                height: 4,
                borderRadius: 2,
                bgcolor: index <= at ? 'primary.main' : 'divider',
                transition: 'background-color 0.2s',
              }}
            />
          ))}
        </Box>
        <Typography variant="body2" color="text.secondary">
          {t('signup_step_of', { step: at + 1, steps: signupSteps.length })}
        </Typography>
      </Box>
      <Box
        component="ol"
        aria-label={t('signup_steps')}
        sx={{ display: { xs: 'none', md: 'grid' }, gap: 2, listStyle: 'none', p: 0, m: 0 }}
      >
        {signupSteps.map((one, index) => (
          <Box
            key={one}
            component="li"
            aria-current={index === at ? 'step' : undefined}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              color: index > at ? 'text.secondary' : 'text.primary',
              fontWeight: index === at ? 650 : 450,
            }}
          >
            <Box
              aria-hidden="true"
              sx={{
                display: 'grid',
                placeItems: 'center',
                width: 30,
                height: 30,
                flexShrink: 0,
                borderRadius: '50%',
                fontSize: '0.875rem',
                fontWeight: 650,
                ...(index < at
                  ? { bgcolor: 'background.subtle', color: 'success.main' }
                  : index === at
                    ? { bgcolor: 'primary.main', color: 'primary.contrastText' }
                    : { border: '1px solid', borderColor: 'divider' }),
              }}
            >
              {index < at ? <CheckOutlined sx={{ fontSize: 18 }} /> : index + 1}
            </Box>
            {t(`signup_step_${one}`)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

// Progress indicator of the three steps, visible and for screen readers.
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

const names = ['setup_step_you', 'setup_step_service', 'setup_step_code'] as const;

export function SetupSteps({ current }: { current: number }) {
  const { t } = useTranslation();
  return (
    <Box
      component="ol"
      aria-label={t('setup_steps')}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {names.map((name, step) => (
        <Box
          component="li"
          key={name}
          aria-current={step === current ? 'step' : undefined}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.75,
            pt: 1.25,
            borderTop: '3px solid',
            borderColor: step <= current ? 'text.primary' : 'divider',
            color: step <= current ? 'text.primary' : 'text.secondary',
            fontSize: '0.875rem',
            fontWeight: step === current ? 650 : 450,
          }}
        >
          {step < current && <CheckOutlined aria-hidden="true" sx={{ fontSize: 18 }} />}
          {t(name)}
        </Box>
      ))}
    </Box>
  );
}

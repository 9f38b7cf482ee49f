// First step of the set-up: the admin's name, e-mail and the mobile number for signing in.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import type { StepProps } from './setup-rules.ts';
import { SetupTextField } from './setup-text-field.tsx';

export function PersonStep(step: StepProps) {
  const { t } = useTranslation();
  const { fields, problems, change } = step;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SetupTextField {...step} name="firstName" label={t('setup_first_name')} autoComplete="given-name" />
        <SetupTextField {...step} name="lastName" label={t('setup_last_name')} autoComplete="family-name" />
      </Box>
      <PhoneField
        name="mobile"
        defaultValue={fields.mobile ?? ''}
        defaultCountry={fields.country}
        onChange={(mobile) => change({ mobile })}
        choosable
        required
        problem={problems.mobile ? t('setup_invalid_mobile') : null}
        help={t('setup_mobile_why')}
      />
      <SetupTextField
        {...step}
        name="contact_email"
        type="email"
        optional
        label={t('setup_email')}
        help={t('setup_email_why')}
        autoComplete="email"
      />
    </Box>
  );
}

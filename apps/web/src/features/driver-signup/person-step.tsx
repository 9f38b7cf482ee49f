// First step of the sign-up: names, e-mail, mobile number and referral code.

import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import { Link as RouterLink } from '../../ui/link.tsx';
import type { StepProps } from './step-props.ts';
import { TextInput } from './text-input.tsx';
import type { ReferrerCheck } from './use-referrer-check.ts';

interface PersonStepProps extends StepProps {
  readonly referrer: ReferrerCheck;
}

/** Optional field for the referral code of the person who invited the driver. */
function ReferralField({ fields, setFields, problems, referrer }: PersonStepProps) {
  const { t } = useTranslation();
  return (
    <Box>
      <TextInput
        name="referral"
        label={t('signup_referral')}
        value={fields.referral}
        onChange={(referral) => setFields({ referral })}
        help={referrer === 'checking' ? t('signup_referral_checking') : t('signup_referral_why')}
        problem={problems.referral ?? (referrer === 'unknown' ? 'referrer_unknown' : undefined)}
        maxLength={40}
        ltr
      />
      <Box role="status">
        {referrer === 'known' && (
          <Typography
            variant="body2"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.75,
              mt: 0.75,
              mx: 1.75,
              color: 'success.main',
            }}
          >
            <CheckCircleOutlined aria-hidden="true" sx={{ fontSize: 18 }} />
            {t('signup_referral_known')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

export function PersonStep(props: PersonStepProps) {
  const { fields, setFields, problems } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          name="firstName"
          label={t('signup_first_name')}
          value={fields.firstName}
          onChange={(firstName) => setFields({ firstName })}
          problem={problems.firstName}
          autoComplete="given-name"
          maxLength={60}
          required
        />
        <TextInput
          name="lastName"
          label={t('signup_last_name')}
          value={fields.lastName}
          onChange={(lastName) => setFields({ lastName })}
          problem={problems.lastName}
          autoComplete="family-name"
          maxLength={60}
          required
        />
      </Box>
      <PhoneField
        defaultValue={fields.mobile}
        onChange={(mobile) => setFields({ mobile: mobile ?? '' })}
        problem={
          problems.mobile === undefined ? null : problems.mobile === 'user_exists' ? (
            <Taken />
          ) : (
            errorText(problems.mobile)
          )
        }
        help={t('signup_mobile_why')}
        required
      />
      <TextInput
        name="email"
        label={t('signup_email')}
        value={fields.email}
        onChange={(email) => setFields({ email })}
        help={t('signup_email_why')}
        problem={problems.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        ltr
        required
      />
      <ReferralField {...props} />
    </Box>
  );
}

function Taken() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <>
      {errorText('user_exists')}{' '}
      <Link component={RouterLink} to={paths.login} color="inherit" underline="always">
        {t('signup_sign_in_instead')}
      </Link>
    </>
  );
}

// Licence step of the sign-up: the picture, uploaded as soon as it is chosen, and its expiry date.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { ImageInputView } from '../../ui/image-input-view.tsx';
import type { SentLicense } from './signup-draft.ts';
import type { StepProps } from './step-props.ts';
import type { LicenseUpload } from './use-license-upload.ts';

interface LicenseStepProps extends StepProps {
  readonly upload: LicenseUpload;
  /** The uploaded picture; null until the server has one. */
  readonly license: SentLicense | null;
  readonly today: string;
}

export function LicenseStep({ fields, setFields, problems, upload, license, today }: LicenseStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const wrong = upload.problem ?? (upload.sending ? undefined : problems.license);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <ImageInputView
        label={t('signup_license')}
        help={t('signup_license_help')}
        value={upload.picture}
        onChange={upload.choose}
        current={license?.url}
        onRemoveCurrent={() => upload.choose(null)}
        problem={wrong === undefined ? null : errorText(wrong)}
        busy={upload.sending}
        name="license"
      />
      {upload.problem !== null && (
        <Button variant="outlined" color="inherit" onClick={upload.retry} sx={{ justifySelf: 'start' }}>
          {t('retry')}
        </Button>
      )}
      {license !== null && (
        <Alert severity="success" role="status">
          {upload.picture === null ? t('signup_license_kept') : t('signup_license_received')}
        </Alert>
      )}
      <DayField
        name="licenseExpiresOn"
        label={t('signup_license_until')}
        value={fields.licenseExpiresOn}
        onChange={(licenseExpiresOn) => setFields({ licenseExpiresOn })}
        min={today}
        help={t('signup_license_until_why')}
        problem={problems.licenseExpiresOn === undefined ? null : errorText(problems.licenseExpiresOn)}
      />
    </Box>
  );
}

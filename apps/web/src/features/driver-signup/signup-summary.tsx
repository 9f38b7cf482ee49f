// Summary of everything that will be sent, with a link from each part back to its step.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import type { SignupFields, SignupStep } from './signup-draft.ts';

interface SignupSummaryProps {
  readonly fields: SignupFields;
  /** Name of the chosen car type. */
  readonly carType: string;
  readonly disabled: boolean;
  readonly onEdit: (step: SignupStep) => void;
}

/** Isolates numbers and addresses, which stay left-to-right within right-to-left text. */
const isolate = (text: string) => `\u2066${text}\u2069`;

export function SignupSummary({ fields, carType, disabled, onEdit }: SignupSummaryProps) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const until = fields.licenseExpiresOn;
  const parts: { step: SignupStep; rows: [string, string][] }[] = [
    {
      step: 'person',
      rows: [
        [t('signup_name'), t('signup_full_name', { first: fields.firstName, last: fields.lastName })],
        [t('mobile'), isolate(fields.mobile)],
        [t('signup_email'), isolate(fields.email)],
        [t('signup_referral'), fields.referral],
      ],
    },
    {
      step: 'vehicle',
      rows: [
        [t('signup_car_type'), carType],
        [
          t('signup_vehicle'),
          t('signup_full_name', { first: fields.vehicleMake, last: fields.vehicleModel }),
        ],
        [t('signup_plate'), isolate(fields.vehicleNumber)],
        [t('signup_other_info'), fields.other_info],
      ],
    },
    {
      step: 'license',
      rows: [
        [t('signup_license'), t('signup_license_received')],
        [t('signup_license_until'), until === '' ? '' : formatDate(Date.parse(until), dateLocale, 'UTC')],
      ],
    },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {parts.map(({ step, rows }) => (
        <Box
          key={step}
          component="section"
          aria-label={t(`signup_step_${step}`)}
          sx={{ p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="h6" component="h3" sx={{ flex: 1 }}>
              {t(`signup_step_${step}`)}
            </Typography>
            <Button
              size="small"
              color="inherit"
              disabled={disabled}
              aria-label={t('signup_change_what', { what: t(`signup_step_${step}`) })}
              onClick={() => onEdit(step)}
              sx={{ minHeight: 44, marginInlineEnd: -1.5 }}
            >
              {t('signup_change')}
            </Button>
          </Box>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
            {rows
              .filter(([, value]) => value.trim() !== '')
              .map(([name, value]) => (
                <Box
                  key={name}
                  sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', gap: 1.5 }}
                >
                  <Typography component="dt" variant="body2" color="text.secondary">
                    {name}
                  </Typography>
                  <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                    {value}
                  </Typography>
                </Box>
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

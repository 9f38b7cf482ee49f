// The profile form: names, contact, vehicle and bank details, saved together and confirmed when the server has them.

import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { fetchUser } from '@kerb/sdk/store';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import {
  isFixed,
  type ProfileField,
  type ProfileFields,
  patchOf,
  problemOf,
  profileFieldsOf,
} from './profile-rules.ts';

const contact: readonly ProfileField[] = ['firstName', 'lastName', 'email', 'mobile'];
const vehicle: readonly ProfileField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'];
const bank: readonly ProfileField[] = ['bankName', 'bankCode', 'bankAccount'];

const autoComplete: Partial<Record<ProfileField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  mobile: 'tel',
};

export function ProfileForm({ user }: { user: Me }) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const settings = useSettings();
  const errorText = useErrorText();
  const { pickup, drop } = useKerbSelector((state) => state.tripdata);
  // Somebody sent here in the middle of booking.
  const toRide = user.usertype === 'rider' && pickup !== null && drop !== null && drop.add !== '';
  const [saved, setSaved] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<ProfileFields>({ defaultValues: profileFieldsOf(user), mode: 'onTouched' });
  const { control, handleSubmit, setError, reset, formState } = form;

  const save = handleSubmit(async (fields) => {
    setSaved(false);
    try {
      const now = await client.updateProfile({ body: patchOf(user, fields) });
      reset(profileFieldsOf(now));
      setSaved(true);
      await dispatch(fetchUser());
    } catch (error) {
      if (error instanceof ApiError && error.code === 'proper_email') {
        setError('email', { message: error.code }, { shouldFocus: true });
      } else setAlert(errorText(error));
    }
  });

  return (
    <Box component="form" noValidate onSubmit={save} sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
      <ProfileFacts user={user} />
      <FieldGroup title={t('profile_contact')} fields={contact} user={user} control={control} />
      {user.driver && (
        <FieldGroup title={t('profile_vehicle')} fields={vehicle} user={user} control={control} />
      )}
      {settings?.bank_fields && (
        <FieldGroup
          title={t('profile_bank')}
          hint={t('profile_bank_hint')}
          fields={bank}
          user={user}
          control={control}
        />
      )}
      {saved && (
        <Alert severity="success" onClose={() => setSaved(false)} closeText={t('close')}>
          {t('profile_updated')}
          {toRide && (
            <Link component={RouterLink} to={paths.home} color="inherit" sx={{ display: 'block', mt: 0.5 }}>
              {t('back_to_ride')}
            </Link>
          )}
        </Alert>
      )}
      <Box>
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={formState.isSubmitting}
          disabled={!formState.isDirty}
        >
          {t('save_profile')}
        </Button>
      </Box>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </Box>
  );
}

interface FieldGroupProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly fields: readonly ProfileField[];
  readonly user: Me;
  readonly control: Control<ProfileFields>;
}

function FieldGroup({ title, hint, fields, user, control }: FieldGroupProps) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 2 }}>
      <Typography component="legend" variant="h5" sx={{ p: 0, mb: 2 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {fields.map((name) => (
          <ProfileInput key={name} name={name} user={user} control={control} />
        ))}
      </Box>
      {hint && (
        <Typography variant="body2" color="text.secondary">
          {hint}
        </Typography>
      )}
    </Box>
  );
}

function ProfileInput({
  name,
  user,
  control,
}: {
  name: ProfileField;
  user: Me;
  control: Control<ProfileFields>;
}) {
  const { t } = useTranslation();
  const fixed = isFixed(name, user.loginType);
  return (
    <Controller
      name={name}
      control={control}
      rules={{ validate: (value) => fixed || (problemOf(name, value) ?? true) }}
      render={({ field: { ref, ...field }, fieldState }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t(`profile_${name}`)}
          disabled={fixed}
          required={contact.includes(name)}
          error={fieldState.invalid}
          helperText={
            fixed
              ? t('profile_fixed')
              : fieldState.error?.message === 'proper_email'
                ? t('proper_email')
                : fieldState.invalid
                  ? t('field_required')
                  : ' '
          }
          autoComplete={autoComplete[name] ?? 'off'}
          slotProps={{
            htmlInput: { dir: name === 'email' || name === 'mobile' ? 'ltr' : undefined, maxLength: 254 },
          }}
        />
      )}
    />
  );
}

// One field of the profile form: label, read-only state, and error.
import type { Me } from '@kerb/contract';
import TextField from '@mui/material/TextField';
import { type Control, Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { isFixed, lengthOf, type ProfileField, type ProfileFields, problemOf } from './profile-rules.ts';

const requiredFields: readonly ProfileField[] = ['firstName', 'lastName', 'email', 'mobile'];
/** Fields that are written left-to-right in every language. */
const latinFields: readonly ProfileField[] = ['email', 'mobile', 'bankCode', 'bankAccount', 'vehicleNumber'];

const autoComplete: Partial<Record<ProfileField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  mobile: 'tel',
};
const keyboard: Partial<Record<ProfileField, 'email' | 'tel'>> = { email: 'email', mobile: 'tel' };

interface ProfileInputProps {
  readonly name: ProfileField;
  readonly user: Me;
  readonly control: Control<ProfileFields>;
}

export function ProfileInput({ name, user, control }: ProfileInputProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const country = useSettings()?.country ?? '';
  const fixed = isFixed(name, user.loginType);
  return (
    <Controller
      name={name}
      control={control}
      rules={{ validate: (value) => fixed || (problemOf(name, value, country) ?? true) }}
      render={({ field: { ref, ...field }, fieldState: { invalid, error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t(`profile_${name}`)}
          disabled={fixed}
          required={requiredFields.includes(name)}
          error={invalid}
          helperText={fixed ? t('profile_fixed') : invalid ? errorText(error?.message) : ' '}
          autoComplete={autoComplete[name] ?? 'off'}
          multiline={name === 'other_info'}
          slotProps={{
            htmlInput: {
              dir: latinFields.includes(name) ? 'ltr' : undefined,
              inputMode: keyboard[name],
              maxLength: lengthOf(name),
            },
          }}
          fullWidth
        />
      )}
    />
  );
}

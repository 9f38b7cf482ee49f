// Form fields of a user: names, contact, and for drivers the car and the fleet.
import type { User } from '@kerb/contract';
import { usertype as usertypes } from '@kerb/domain/identity';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasWallet } from '../../lib/has-wallet.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import { lengths, type PersonForm, problemOf, type TextField as TextName } from './person-form.ts';
import { usePersonName } from './person-name.tsx';
import { useFleets } from './use-fleets.ts';

/** `person` is null for a new user. */
export function PersonFormFields({ person }: { person: User | null }) {
  const { t } = useTranslation();
  const { user } = useAuth();
  const role = useWatch<PersonForm, 'usertype'>({ name: 'usertype' });
  const isAdmin = user?.usertype === 'admin';
  const hasBank = useSettings()?.bank_fields ?? false;
  // Bank details are edited only by the driver or an admin, not by fleet admins.
  const withBank = isAdmin && hasBank;
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 1 }}>
      <Fields>
        <Input name="firstName" required />
        <Input name="lastName" required />
        {person ? <FixedContact person={person} /> : <NewContact />}
      </Fields>
      {person && isAdmin && person.id !== user.id && <RoleField person={person} />}
      {role === 'driver' && (
        <Fields title={t('person_vehicle')}>
          <CarTypeField />
          <Input name="vehicleNumber" />
          <Input name="vehicleMake" />
          <Input name="vehicleModel" />
          {isAdmin && <FleetField driver={person?.driver ?? null} />}
          <Input name="other_info" wide />
        </Fields>
      )}
      {withBank && hasWallet(role) && (
        <Fields title={t('person_bank')}>
          <Input name="bankName" />
          <Input name="bankCode" />
          <Input name="bankAccount" />
        </Fields>
      )}
    </Box>
  );
}

function Fields({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      {title && (
        <Typography component="legend" variant="h6" sx={{ p: 0, mb: 2 }}>
          {title}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

const problems = ['hidden_letters', 'name_unreadable', 'proper_email'] as const;

/** The language key of the error of a text field. */
const wordsOf = (problem: string | undefined) => problems.find((one) => one === problem) ?? 'field_required';

function Input({
  name,
  required = false,
  wide = false,
}: {
  name: TextName;
  required?: boolean;
  wide?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Controller<PersonForm, TextName>
      name={name}
      rules={{ validate: (_, form) => problemOf(name, form) ?? true }}
      render={({ field: { ref, ...field }, fieldState: { invalid, error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t(`person_field_${name}`)}
          error={invalid}
          helperText={invalid ? t(wordsOf(error?.message)) : undefined}
          autoComplete="off"
          type={name === 'email' ? 'email' : 'text'}
          multiline={wide}
          sx={wide ? { gridColumn: '1 / -1' } : undefined}
          slotProps={{
            htmlInput: {
              maxLength: lengths[name],
              'aria-required': required,
              dir: name === 'email' ? 'ltr' : 'auto',
            },
          }}
        />
      )}
    />
  );
}

function NewContact() {
  const { t } = useTranslation();
  return (
    <>
      <Input name="email" required />
      <Controller<PersonForm, 'mobile'>
        name="mobile"
        rules={{ validate: (_, form) => problemOf('mobile', form) ?? true }}
        render={({ field, fieldState: { invalid } }) => (
          <PhoneField
            label={t('person_field_mobile')}
            onChange={field.onChange}
            problem={invalid ? t('invalid_mobile') : null}
            required
          />
        )}
      />
    </>
  );
}

/** E-mail and mobile are set when a user is added; afterwards only the user can change them. */
function FixedContact({ person }: { person: User }) {
  const { t } = useTranslation();
  const fixed = (name: 'email' | 'mobile') => (
    <TextField
      label={t(`person_field_${name}`)}
      value={person[name] ?? t('hidden_for_demo')}
      slotProps={{ input: { readOnly: true }, htmlInput: { dir: person[name] === null ? 'auto' : 'ltr' } }}
      helperText={t('person_contact_fixed')}
      sx={{ '& .MuiInputBase-root': { bgcolor: 'background.subtle' } }}
    />
  );
  return (
    <>
      {fixed('email')}
      {fixed('mobile')}
    </>
  );
}

function RoleField({ person }: { person: User }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  return (
    <Controller<PersonForm, 'usertype'>
      name="usertype"
      render={({ field: { ref, ...field } }) => (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <TextField
            {...field}
            inputRef={ref}
            select
            label={t('person_field_usertype')}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {usertypes.options.map((role) => (
              <option key={role} value={role}>
                {t(`usertype_${role}`)}
              </option>
            ))}
          </TextField>
          {field.value !== person.usertype && (
            <Alert severity="warning">{t('person_role_warning', { name: nameOf(person) })}</Alert>
          )}
        </Box>
      )}
    />
  );
}

function CarTypeField() {
  const { t } = useTranslation();
  const cars = useCarTypes();
  return (
    <ChoiceField
      name="carType"
      label={t('person_field_carType')}
      choices={cars.map(({ id, name }) => ({ id, text: name }))}
    />
  );
}

/** The driver's current fleet stays an option, even when it is not among the approved fleets. */
function FleetField({ driver }: { driver: User['driver'] }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const fleets = useFleets({ approved: true });
  const choices = fleets.map((one) => ({ id: one.id, text: nameOf(one) }));
  const { fleetadmin = null, fleetadminName = null } = driver ?? {};
  const isMissing = fleetadmin !== null && !choices.some(({ id }) => id === fleetadmin);
  const current = isMissing ? [{ id: fleetadmin, text: fleetadminName || t('person_unnamed') }] : [];
  return (
    <ChoiceField name="fleetadmin" label={t('person_field_fleetadmin')} choices={[...current, ...choices]} />
  );
}

interface ChoiceFieldProps {
  readonly name: 'carType' | 'fleetadmin';
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly text: string }[];
}

function ChoiceField({ name, label, choices }: ChoiceFieldProps) {
  const { t } = useTranslation();
  return (
    <Controller<PersonForm, 'carType' | 'fleetadmin'>
      name={name}
      render={({ field: { ref, ...field } }) => (
        <TextField
          {...field}
          inputRef={ref}
          select
          label={label}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{t('person_none')}</option>
          {choices.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </TextField>
      )}
    />
  );
}

// Profile form: names, contact, vehicle and bank details, saved together.
import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useEffect, useRef, useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { mayWithdraw } from '../../lib/has-wallet.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link as RouterLink } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useSaveBarFocus } from '../../ui/use-save-bar-focus.ts';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts';
import { EmailCheck } from './email-check.tsx';
import { MobileCodeDialog } from './mobile-code-dialog.tsx';
import { ProfileInput } from './profile-input.tsx';
import {
  changedFields,
  type ProfileField,
  type ProfileFields,
  patchOf,
  profileFieldsOf,
} from './profile-rules.ts';
import { useDraft } from './use-draft.ts';
import { useSaveProfile } from './use-save-profile.ts';

const contact: readonly ProfileField[] = ['firstName', 'lastName', 'email', 'mobile'];
const vehicle: readonly ProfileField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'];
const bank: readonly ProfileField[] = ['bankName', 'bankCode', 'bankAccount'];

/** The field that the server's error concerns; null for an error about no single field. */
function fieldOf(error: unknown, patch: Partial<ProfileFields>): ProfileField | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'proper_email') return 'email';
  if (error.code === 'invalid_mobile' || error.code === 'country_not_served') return 'mobile';
  if (error.code !== 'user_exists' || (patch.email !== undefined && patch.mobile !== undefined)) return null;
  return patch.email === undefined ? 'mobile' : 'email';
}

const keepEdits = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepTouched: true } as const;

/** Stored bank details are shown also to users who cannot withdraw any more, so that they can remove them. */
const hasBankDetails = (user: Me): boolean => bank.some((name) => profileFieldsOf(user)[name] !== '');

/** The fields of the user's role, grouped in sections. */
function Sections({ user, control }: { user: Me; control: Control<ProfileFields> }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const group = { user, control };
  const isOfTrips = user.usertype === 'rider' || user.usertype === 'driver';
  return (
    <>
      <SettingsSection title={t('profile_contact')} text={isOfTrips ? t('profile_contact_text') : undefined}>
        <Fields names={contact} {...group} />
        <EmailCheck user={user} />
      </SettingsSection>
      {user.driver && (
        <SettingsSection title={t('profile_vehicle')} text={t('profile_vehicle_text')}>
          {user.driver.vehicleChangedAt !== null && (
            <Alert severity="info" sx={{ mb: 1.5 }}>
              {t('profile_vehicle_waiting')}
            </Alert>
          )}
          {user.driver.sharedVehicle === null ? (
            <Fields names={vehicle} {...group} />
          ) : (
            <Alert severity="info">{t('profile_vehicle_shared')}</Alert>
          )}
        </SettingsSection>
      )}
      {settings?.bank_fields && (mayWithdraw(user.usertype, settings) || hasBankDetails(user)) && (
        <SettingsSection title={t('profile_bank')} text={t('profile_bank_hint')}>
          <Fields names={bank} {...group} />
        </SettingsSection>
      )}
    </>
  );
}

export function ProfileForm({ user }: { user: Me }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const errorText = useErrorText();
  const [saved, setSaved] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<ProfileFields>({ defaultValues: profileFieldsOf(user), mode: 'onTouched' });
  const { control, handleSubmit, setError, reset, getValues, formState } = form;
  const { dirtyFields } = formState;
  const { proving, save, prove, cancelProving } = useSaveProfile();
  const unsaved = useUnsavedChanges(formState.isDirty);
  const draft = useDraft(user.id, () => {
    if (!formState.isDirty || unsaved.isLeaving()) return null;
    return Object.fromEntries(Object.entries(getValues()).filter(([name]) => name in dirtyFields));
  });
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, getValues, reset]);
  const shown = useRef(user);
  useEffect(() => {
    if (shown.current === user) return;
    shown.current = user;
    // A change made elsewhere replaces the fields that are not edited here, so that saving does not revert it.
    reset(profileFieldsOf(user), keepEdits);
  }, [user, reset]);

  const sent = useRef<ProfileFields>(null);
  /** Shows the saved profile; fields that were edited after they were sent keep their input. */
  const keep = (me: Me) => {
    const edited = sent.current === null ? {} : changedFields(sent.current, getValues());
    reset(profileFieldsOf(me));
    if (Object.keys(edited).length > 0) reset({ ...getValues(), ...edited }, { keepDefaultValues: true });
    setSaved(true);
  };
  const submit = handleSubmit(async (fields) => {
    setSaved(false);
    sent.current = fields;
    const patch = patchOf(user, fields, settings?.country ?? '');
    try {
      const me = await save(patch);
      if (me) keep(me);
    } catch (error) {
      const field = fieldOf(error, patch);
      if (field && error instanceof ApiError) {
        setError(field, { message: error.code }, { shouldFocus: true });
      } else setAlert(errorText(error));
    }
  });

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      // Leaves room for the save bar, so that it does not cover a focused field.
      sx={{ position: 'relative', '& input, & textarea': { scrollMarginBottom: '112px' } }}
    >
      <Sections user={user} control={control} />
      <Box sx={[saveArea, (formState.isDirty || saved) && stickyBar]}>
        {saved && <Saved user={user} onClose={() => setSaved(false)} />}
        <SaveBar
          dirty={formState.isDirty}
          busy={formState.isSubmitting}
          onDiscard={() => reset(profileFieldsOf(user))}
        />
      </Box>
      {proving && (
        <MobileCodeDialog
          mobile={proving.mobile}
          onCode={async (otp) => keep(await prove(proving, otp))}
          onCancel={cancelProving}
        />
      )}
      <ConfirmDialog
        open={unsaved.isConfirming}
        title={t('profile_unsaved_title')}
        confirmText={t('profile_discard')}
        cancelText={t('profile_stay')}
        destructive
        onConfirm={unsaved.leave}
        onClose={unsaved.stay}
      >
        {t('profile_unsaved_text')}
      </ConfirmDialog>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </Box>
  );
}

const saveArea = {
  display: 'grid',
  gap: 1,
  pt: 1.5,
  pb: 3,
  marginInlineStart: { md: 'calc(15rem + 32px)' },
} as const;
/** Makes the save bar sticky while there are unsaved changes, and while the confirmation is shown. */
const stickyBar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  pb: 1.5,
  mb: 1.5,
  bgcolor: 'background.default',
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

interface FieldsProps {
  readonly names: readonly ProfileField[];
  readonly user: Me;
  readonly control: Control<ProfileFields>;
}

function Fields({ names, user, control }: FieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {names.map((name) => (
        <ProfileInput key={name} name={name} user={user} control={control} />
      ))}
    </Box>
  );
}

function Saved({ user, onClose }: { user: Me; onClose: () => void }) {
  const { t } = useTranslation();
  const { pickup, drop } = useKerbSelector((state) => state.tripdata);
  // True when the store contains a trip: the user came from the booking form to complete the profile.
  const toRide = user.usertype === 'rider' && pickup !== null && drop !== null && drop.add !== '';
  return (
    <Alert severity="success" onClose={onClose}>
      {t('profile_updated')}
      {toRide && (
        <Link
          component={RouterLink}
          to={paths.home}
          color="inherit"
          underline="always"
          sx={{ display: 'flex', alignItems: 'center', width: 'fit-content', minHeight: 44, fontWeight: 620 }}
        >
          {t('back_to_ride')}
        </Link>
      )}
    </Alert>
  );
}

interface SaveBarProps {
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ dirty, busy, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  const bar = useSaveBarFocus(dirty);
  return (
    <Box
      ref={bar}
      role="group"
      aria-label={t('save_profile')}
      tabIndex={-1}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      <LoadingButton type="submit" variant="contained" size="large" loading={busy} disabled={!dirty}>
        {t('save_profile')}
      </LoadingButton>
      {dirty && (
        <Button size="large" color="inherit" disabled={busy} onClick={onDiscard}>
          {t('profile_undo')}
        </Button>
      )}
    </Box>
  );
}

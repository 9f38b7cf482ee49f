// Actions on a user: approve, reject, disable, enable, edit, delete; each only where the viewer is allowed to.
import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { asSeen } from './as-seen.ts';
import { PersonFormDialog } from './person-form-dialog.tsx';
import { usePersonName } from './person-name.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ResetFactor } from './reset-factor.tsx';

interface PersonActionsProps {
  readonly person: User;
  readonly onDeleted: () => void;
}

/** The open dialog, and the state of the account when it was opened. */
interface OpenDialog {
  readonly what: 'refuse' | 'edit' | 'delete' | 'factor';
  readonly review: User['review'];
}

/** Sends the actions on the account; an error is shown in the alert. */
function useReviewing(person: User) {
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [alert, setAlert] = useState<string | null>(null);
  const [approve, approving] = answers.approveUser.useMutation();
  const [refuse, refusing] = answers.refuseUser.useMutation();
  const [remove, removing] = answers.deleteUser.useMutation();
  const params = { id: person.id };
  /** True after a success. */
  const attempt = async (call: Promise<{ error?: unknown }>): Promise<boolean> => {
    const { error } = await call;
    if (error) setAlert(errorText(error));
    return !error;
  };
  return {
    alert,
    busy: approving.isLoading || refusing.isLoading || removing.isLoading,
    approve: () => attempt(approve({ params, body: asSeen(person) })),
    refuse: (reason: string) => attempt(refuse({ params, body: { reason } })),
    remove: () => attempt(remove({ params })),
    /** In demonstration mode the buttons are enabled, and pressing one shows why it has no effect. */
    guarded: (action: () => void) => () => (critical ? action() : setAlert(errorText('demo_mode'))),
    closeAlert: () => setAlert(null),
  };
}

interface ActionDialogsProps {
  readonly person: User;
  readonly open: OpenDialog['what'] | null | undefined;
  readonly busy: boolean;
  readonly onRefuse: (reason: string) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The edit form and the confirmation dialogs. */
function ActionDialogs({ person, open, busy, onRefuse, onDelete, onClose }: ActionDialogsProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  return (
    <>
      {open === 'edit' && <PersonFormDialog of={{ person }} onClose={onClose} onSaved={onClose} />}
      <RefuseDialog
        person={person}
        open={open === 'refuse'}
        busy={busy}
        onRefuse={onRefuse}
        onClose={onClose}
      />
      <ConfirmDialog
        open={open === 'delete'}
        title={t('person_delete_title', { name: nameOf(person) })}
        confirmText={t('person_delete')}
        destructive
        busy={busy}
        onConfirm={onDelete}
        onClose={onClose}
      >
        <Typography>{t('person_delete_text')}</Typography>
      </ConfirmDialog>
    </>
  );
}

export function PersonActions({ person, onDeleted }: PersonActionsProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const { user } = useAuth();
  const { alert, busy, approve, guarded, closeAlert, ...account } = useReviewing(person);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const name = nameOf(person);
  const stop = () => setAsked(null);
  // If the account changed while the dialog was open, close it: a user approved by another admin must not be rejected
  // by mistake.
  const isOutdated = asked?.what === 'refuse' && asked.review !== person.review;
  const openDialog = isOutdated ? null : asked?.what;
  const ask = (what: OpenDialog['what']) => guarded(() => setAsked({ what, review: person.review }));

  const refuse = (reason: string) => account.refuse(reason).then(stop);
  const remove = async () => {
    const isDeleted = await account.remove();
    stop();
    if (isDeleted) onDeleted();
  };

  const review = user?.usertype === 'admin' && (
    <ReviewButtons
      person={person}
      busy={busy}
      onApprove={guarded(() => void approve())}
      onRefuse={ask('refuse')}
    />
  );
  const hasFactor =
    user?.usertype === 'admin' &&
    person.id !== user.id &&
    (person.usertype === 'admin' || person.usertype === 'fleetadmin');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {person.review !== 'approved' && review}
      <Button variant="outlined" onClick={ask('edit')}>
        {t('person_edit')}
      </Button>
      {person.review === 'approved' && review}
      {hasFactor && (
        <ResetFactor
          id={person.id}
          name={name}
          open={openDialog === 'factor'}
          onAsk={ask('factor')}
          onClose={stop}
        />
      )}
      <Button color="error" onClick={ask('delete')}>
        {t('person_delete')}
      </Button>
      <ActionDialogs
        person={person}
        open={openDialog}
        busy={busy}
        onRefuse={(reason) => void refuse(reason)}
        onDelete={() => void remove()}
        onClose={stop}
      />
      <AlertDialog message={alert} onClose={closeAlert} />
    </Box>
  );
}

interface ReviewButtonsProps {
  readonly person: User;
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onRefuse: () => void;
}

function ReviewButtons({ person, busy, onApprove, onRefuse }: ReviewButtonsProps) {
  const { t } = useTranslation();
  const isVehicleWaiting = person.review === 'approved' && person.driver?.vehicleChangedAt != null;
  const approveText = isVehicleWaiting ? t('person_approve_vehicle') : t('person_approve');
  const approve = (
    <LoadingButton variant="contained" color="secondary" loading={busy} onClick={onApprove}>
      {person.review === 'disabled' ? t('person_enable') : approveText}
    </LoadingButton>
  );
  const refuse = (
    <Button variant="outlined" color="error" onClick={onRefuse}>
      {person.review === 'waiting' ? t('person_refuse') : t('person_disable')}
    </Button>
  );
  switch (person.review) {
    case 'waiting':
      return (
        <>
          {approve}
          {refuse}
        </>
      );
    case 'approved':
      return (
        <>
          {isVehicleWaiting && approve}
          {refuse}
        </>
      );
    case 'refused':
    case 'disabled':
      return approve;
  }
}

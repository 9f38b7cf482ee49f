// What can be done with a person: let in, refuse, disable, enable, edit, delete; each as far as the viewer may.
import type { User } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { deleteUser } from '@kerb/sdk/store/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PersonFormDialog } from './person-form-dialog.tsx';
import { usePersonName } from './person-name.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ResetFactor } from './reset-factor.tsx';

interface PersonActionsProps {
  readonly person: User;
  readonly onChanged: (person: User) => void;
  readonly onDeleted: () => void;
  /** Another admin has changed the user meanwhile: the shown record is outdated. */
  readonly onOutdated: () => void;
}

/** The question that is open, and how the account stood when it was put. */
interface Asked {
  readonly what: 'refuse' | 'edit' | 'delete' | 'factor';
  readonly review: User['review'];
}

/** Runs an action and shows its error in the alert. */
function useAttempt(onOutdated: () => void) {
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [alert, setAlert] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : error;
      if (code === 'already_reviewed' || code === 'not_found') onOutdated();
      setAlert(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  /** The demonstration shows the buttons and says why they do nothing. */
  const guarded = (action: () => void) => () => (critical ? action() : setAlert(errorText('demo_mode')));
  return { alert, busy, attempt, guarded, closeAlert: () => setAlert(null) };
}

interface ActionDialogsProps {
  readonly person: User;
  readonly open: Asked['what'] | null | undefined;
  readonly busy: boolean;
  readonly onSaved: (person: User) => void;
  readonly onRefuse: (reason: string) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The form and the questions before a change. */
function ActionDialogs({ person, open, busy, onSaved, onRefuse, onDelete, onClose }: ActionDialogsProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  return (
    <>
      {open === 'edit' && <PersonFormDialog of={{ person }} onClose={onClose} onSaved={onSaved} />}
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

export function PersonActions({ person, onChanged, onDeleted, onOutdated }: PersonActionsProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const nameOf = usePersonName();
  const { user } = useAuth();
  const { alert, busy, attempt, guarded, closeAlert } = useAttempt(onOutdated);
  const [asked, setAsked] = useState<Asked | null>(null);
  const params = { id: person.id };
  const name = nameOf(person);
  const stop = () => setAsked(null);
  // A user approved meanwhile must not be rejected by an answer to an outdated question.
  const isOvertaken = asked?.what === 'refuse' && asked.review !== person.review;
  const openDialog = isOvertaken ? null : asked?.what;
  const ask = (what: Asked['what']) => guarded(() => setAsked({ what, review: person.review }));

  const approve = () => attempt(async () => onChanged(await client.approveUser({ params, body: {} })));
  const refuse = (reason: string) =>
    attempt(async () => onChanged(await client.refuseUser({ params, body: { reason } }))).then(stop);
  const remove = () =>
    attempt(async () => {
      await dispatch(deleteUser(person.id)).unwrap();
      onDeleted();
    }).then(stop);

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
        onSaved={(saved) => {
          stop();
          onChanged(saved);
        }}
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
    <Button variant="contained" color="secondary" loading={busy} onClick={onApprove}>
      {person.review === 'disabled' ? t('person_enable') : approveText}
    </Button>
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

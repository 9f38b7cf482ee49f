// Writing a message to many people: what it says, to whom, how it looks on a phone and how many it would reach.
import type { NotificationView } from '@kerb/contract';
import { editNotifications } from '@kerb/sdk/store/console';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NotificationFields } from './notification-fields.tsx';
import {
  type Clash,
  clashOf,
  formOf,
  type NotificationForm,
  notificationResolver,
} from './notification-form.ts';

interface NotificationDialogProps {
  /** Null to write a new one. */
  readonly message: NotificationView | null;
  readonly onClose: () => void;
  readonly onSaved: (message: NotificationView) => void;
  /** What is listed is not how it is. */
  readonly onOutdated: () => void;
}

const formId = 'notification-form';
/** A draft is searched among the newest messages; an older one counts as deleted, and is saved as a new one. */
const lookedThrough = 200;

/** The message as it is now; undefined when it is gone. */
async function findNow(id: string): Promise<NotificationView | undefined> {
  const { items } = await client.listNotifications({ query: { limit: lookedThrough } });
  return items.find((one) => one.id === id);
}

/** Mounted only while it is open, so that each opening begins with the message as it is. */
export function NotificationDialog(props: NotificationDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  /** What is saved over; null to write a new one. */
  const [base, setBase] = useState(props.message);
  const form = useForm<NotificationForm>({
    defaultValues: formOf(props.message),
    resolver: notificationResolver,
    mode: 'onTouched',
  });

  /** What was typed stays; saving again puts it in place of the other's, or beside what was sent. */
  const meet = async (id: string): Promise<void> => {
    const now = await findNow(id);
    const what = clashOf(now);
    setClash(what);
    setBase(what === 'changed' && now ? now : null);
    props.onOutdated();
  };
  const submit = form.handleSubmit(async (data) => {
    setBusy(true);
    try {
      const saved = await dispatch(
        editNotifications(
          base
            ? { method: 'Update', data: { ...data, id: base.id, version: base.version } }
            : { method: 'Add', data },
        ),
      ).unwrap();
      if (saved) props.onSaved(saved);
    } catch (code) {
      if (base && (code === 'conflict' || code === 'not_found'))
        await meet(base.id).catch((problem: unknown) => setAlert(errorText(problem)));
      else setAlert(errorText(code));
    } finally {
      setBusy(false);
    }
  });

  const isNew = props.message === null;
  return (
    <FormDialog
      title={isNew ? t('notifications_add') : t('notifications_edit_title')}
      formId={formId}
      submitText={t(clash === null ? 'notifications_save' : `notifications_save_${clash}`)}
      busy={busy}
      onClose={props.onClose}
    >
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={submit} aria-label={t('notifications_form')}>
          {clash !== null && (
            <Alert severity="warning" role="alert" sx={{ mb: 2, borderRadius: '14px' }}>
              {t(`notifications_clash_${clash}`)}
              {clash === 'changed' && base && (
                <bdi style={{ display: 'block', whiteSpace: 'pre-line' }}>
                  {base.title}
                  {'\n'}
                  {base.body}
                </bdi>
              )}
            </Alert>
          )}
          <NotificationFields />
        </form>
      </FormProvider>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </FormDialog>
  );
}

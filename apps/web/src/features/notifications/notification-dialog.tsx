// Dialog to write a broadcast message: content, audience, a preview on a phone, and the number of people it would
// reach.
import type { NotificationInput, NotificationView } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NotificationFields } from './notification-fields.tsx';
import {
  type Clash,
  conflictOf,
  formOf,
  type NotificationForm,
  notificationResolver,
} from './notification-form.ts';

interface NotificationDialogProps {
  /** Null to write a new message. */
  readonly message: NotificationView | null;
  readonly onClose: () => void;
  readonly onSaved: (message: NotificationView) => void;
}

const formId = 'notification-form';
/**
 * Number of newest messages searched for the draft after a conflict; an older draft counts as deleted, and is saved as
 * a new message.
 */
const searchedMessages = 200;

/**
 * Saves a new message, or updates `base`; `findNow` returns the current state of a message, undefined when it was
 * deleted.
 */
function useSave() {
  const [add, adding] = answers.addNotification.useMutation();
  const [edit, editing] = answers.editNotification.useMutation();
  const once = useIdempotencyKey();
  const [list, listing] = answers.listNotifications.useLazyQuery();
  return {
    busy: adding.isLoading || editing.isLoading || listing.isFetching,
    save(base: NotificationView | null, input: NotificationInput): Promise<NotificationView> {
      if (!base) return once(input, (idempotencyKey) => add({ body: input, idempotencyKey }).unwrap());
      return edit({ params: { id: base.id }, body: { ...input, version: base.version } }).unwrap();
    },
    async findNow(id: string): Promise<NotificationView | undefined> {
      const { items } = await list({ query: { limit: searchedMessages } }).unwrap();
      return items.find((one) => one.id === id);
    },
  };
}

/** Mount it only while it is open, so that each opening starts with the stored message. */
export function NotificationDialog(props: NotificationDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { busy, save, findNow } = useSave();
  const [alert, setAlert] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  /** The version that a save updates; null to create a new message. */
  const [base, setBase] = useState(props.message);
  const form = useForm<NotificationForm>({
    defaultValues: formOf(props.message),
    resolver: notificationResolver,
    mode: 'onTouched',
  });

  /**
   * Resolves a conflict: the input stays in the form, and the next save overwrites the other admin's version, or
   * creates a new message when that one was sent or deleted.
   */
  const meet = async (id: string): Promise<void> => {
    const now = await findNow(id);
    const what = conflictOf(now);
    setClash(what);
    setBase(what === 'changed' && now ? now : null);
  };
  const submit = form.handleSubmit(async (input) => {
    try {
      props.onSaved(await save(base, input));
    } catch (refusal) {
      const code = codeOf(refusal);
      if (base && (code === 'conflict' || code === 'not_found'))
        await meet(base.id).catch((problem: unknown) => setAlert(errorText(problem)));
      else setAlert(errorText(refusal));
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

// Form of a message to selected people: title, text, and recipients.
import { routes } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type FieldErrors, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type MessageText, MessageTextField, messageTextFields } from '../../ui/message-text-field.tsx';
import type { Recipient } from './recipient.ts';

const formId = 'message-form';

/** Validates by the server's rules. */
const resolver: Resolver<MessageText> = (form) => {
  const read = routes.messageUser.body.safeParse(form);
  if (read.success) return { values: read.data, errors: {} };
  const errors: FieldErrors<MessageText> = {};
  for (const { path } of read.error.issues) {
    const [field] = path;
    if (field === 'title' || field === 'body') errors[field] = { type: 'wrong' };
  }
  return { values: {}, errors };
};

interface MessageDialogProps {
  readonly recipients: readonly Recipient[];
  readonly onSend: (message: MessageText) => void;
  readonly onClose: () => void;
}

/** The dialog is open while this component is mounted. */
export function MessageDialog({ recipients, onSend, onClose }: MessageDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const form = useForm<MessageText>({ defaultValues: { title: '', body: '' }, resolver, mode: 'onTouched' });
  const [only] = recipients;
  const title =
    recipients.length === 1 && only
      ? t('message_title_to', { name: isolated(only.name) })
      : t('message_title', { count: recipients.length, people: number(recipients.length) });
  return (
    <FormDialog title={title} formId={formId} submitText={t('message_send')} busy={false} onClose={onClose}>
      <FormProvider {...form}>
        <Box
          component="form"
          id={formId}
          noValidate
          onSubmit={form.handleSubmit(onSend)}
          sx={{ display: 'grid', gap: 2, pt: 1 }}
        >
          <Typography variant="body2" color="text.secondary">
            {t('message_text')}
          </Typography>
          {messageTextFields.map((name) => (
            <MessageTextField key={name} name={name} autoFocus={name === 'title'} />
          ))}
        </Box>
      </FormProvider>
    </FormDialog>
  );
}

// The form of a message to selected people: title, text, and who gets it.
import { routes } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Controller, type FieldErrors, FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Recipient } from './recipient.ts';

export interface MessageForm {
  title: string;
  body: string;
}

const formId = 'message-form';
const fields = ['title', 'body'] as const;
const lengths = { title: 100, body: 1000 } as const;

/** By the server's own rules. */
const resolver: Resolver<MessageForm> = (form) => {
  const read = routes.messageUser.body.safeParse(form);
  if (read.success) return { values: read.data, errors: {} };
  const errors: FieldErrors<MessageForm> = {};
  for (const { path } of read.error.issues) {
    const [field] = path;
    if (field === 'title' || field === 'body') errors[field] = { type: 'wrong' };
  }
  return { values: {}, errors };
};

interface MessageDialogProps {
  readonly recipients: readonly Recipient[];
  readonly onSend: (message: MessageForm) => void;
  readonly onClose: () => void;
}

/** Open while it is mounted. */
export function MessageDialog({ recipients, onSend, onClose }: MessageDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const form = useForm<MessageForm>({ defaultValues: { title: '', body: '' }, resolver, mode: 'onTouched' });
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
          {fields.map((name) => (
            <MessageField key={name} name={name} />
          ))}
        </Box>
      </FormProvider>
    </FormDialog>
  );
}

function MessageField({ name }: { name: (typeof fields)[number] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Controller<MessageForm, typeof name>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          fullWidth
          autoFocus={name === 'title'}
          label={t(`message_field_${name}`)}
          error={error !== undefined}
          helperText={
            error
              ? t(`message_wrong_${name}`)
              : t('message_length', { length: number(field.value.length), most: number(lengths[name]) })
          }
          autoComplete="off"
          multiline={name === 'body'}
          minRows={name === 'body' ? 3 : 1}
          slotProps={{ htmlInput: { maxLength: lengths[name], 'aria-required': true, dir: 'auto' } }}
        />
      )}
    />
  );
}

// Field for the title or the text of an operator's message, with a character count.
import TextField from '@mui/material/TextField';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';

/** Fields that the form must have; it may have others. */
export interface MessageText {
  title: string;
  body: string;
}

export const messageTextFields = ['title', 'body'] as const satisfies (keyof MessageText)[];
const lengths = { title: 100, body: 1000 } as const;

interface MessageTextFieldProps {
  readonly name: keyof MessageText;
  readonly autoFocus?: boolean;
}

/** Must be rendered inside a FormProvider whose form has the field. */
export function MessageTextField({ name, autoFocus = false }: MessageTextFieldProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Controller<MessageText, typeof name>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          fullWidth
          autoFocus={autoFocus}
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

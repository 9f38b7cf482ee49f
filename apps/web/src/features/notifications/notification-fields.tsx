// Form fields of a broadcast message, with a preview on a phone and the number of people it would reach.
import { type DeviceType, deviceType, type NotifiedUsertype, notifiedUsertype } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { MessageTextField, messageTextFields } from '../../ui/message-text-field.tsx';
import type { NotificationForm } from './notification-form.ts';
import { PhonePreview } from './phone-preview.tsx';
import { useAudienceSize } from './use-audience-size.ts';

export function NotificationFields() {
  const form = useWatch<NotificationForm>();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        pt: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 240px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {messageTextFields.map((name) => (
          <MessageTextField key={name} name={name} />
        ))}
        <Choice name="usertype" options={notifiedUsertype.options} />
        <Choice name="devicetype" options={deviceType.options} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <PhonePreview title={form.title ?? ''} body={form.body ?? ''} />
        <Reach devicetype={form.devicetype ?? 'All'} usertype={form.usertype ?? 'All'} />
      </Box>
    </Box>
  );
}

type ChoiceProps =
  | { readonly name: 'usertype'; readonly options: readonly NotifiedUsertype[] }
  | { readonly name: 'devicetype'; readonly options: readonly DeviceType[] };

function Choice({ name, options }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Controller<NotificationForm, 'usertype' | 'devicetype'>
      name={name}
      render={({ field: { ref, ...field } }) => (
        <TextField
          {...field}
          inputRef={ref}
          select
          fullWidth
          label={t(`notifications_field_${name}`)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {t(option === 'All' ? `notifications_${name}_All` : `notifications_to_${option}`)}
            </option>
          ))}
        </TextField>
      )}
    />
  );
}

function Reach(audience: { devicetype: DeviceType; usertype: NotifiedUsertype }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const errorText = useErrorText();
  const { count, problem } = useAudienceSize(audience);
  return (
    <Typography role="status" variant="body2" color={count === 0 ? 'error' : 'text.secondary'}>
      {problem !== null
        ? errorText(problem)
        : count === null
          ? t('notifications_counting')
          : t('notifications_reach', { count, people: number(count) })}
    </Typography>
  );
}

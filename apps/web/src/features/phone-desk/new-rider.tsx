// Form that adds a rider during a call: name and mobile number suffice; a rider with that number is offered instead.
import type { User } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { RiderLine } from './rider-line.tsx';
import { dialledIn, nameProblemOf, useNewRider } from './use-new-rider.ts';

interface NewRiderProps {
  /** The search text that found no rider: a name or a number. */
  readonly typed: string;
  readonly onAdded: (rider: User) => void;
  readonly onCancel: () => void;
}

export function NewRider({ typed, onAdded, onCancel }: NewRiderProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const rider = useNewRider(typed, onAdded);
  const { fields, change } = rider;
  const wrong = (text: string) => {
    const problem = rider.tried ? nameProblemOf(text) : null;
    return problem === null ? undefined : t(problem);
  };
  // The form is inside the booking form, so Enter must not submit that one.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    rider.add();
  };
  const names = ['firstName', 'lastName'] as const;
  const [number] = useState(() => dialledIn(typed));
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        p: 2,
        borderRadius: '14px',
        border: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Typography id={titleId} variant="h6" component="h2">
        {t('rider_new')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {names.map((name) => (
          <TextField
            key={name}
            label={t(name === 'firstName' ? 'rider_first_name' : 'rider_last_name')}
            value={fields[name]}
            onChange={(event) => change({ [name]: event.target.value })}
            error={wrong(fields[name]) !== undefined}
            helperText={wrong(fields[name])}
            autoFocus={name === 'firstName'}
            slotProps={{ htmlInput: { maxLength: 80, 'aria-required': true, dir: 'auto' } }}
          />
        ))}
      </Box>
      <PhoneField
        {...(number !== '' && { defaultValue: number })}
        onChange={(mobile) => change({ mobile })}
        problem={rider.tried && fields.mobile === null ? errorText('invalid_mobile') : null}
        required
      />
      {rider.existing && (
        <Alert severity="info" role="status" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
          <Typography variant="body2">{t('rider_exists')}</Typography>
          <Box sx={{ my: 1 }}>
            <RiderLine person={rider.existing} />
          </Box>
          <Button variant="outlined" onClick={() => rider.existing && onAdded(rider.existing)}>
            {t('rider_take_existing')}
          </Button>
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <LoadingButton variant="contained" onClick={rider.add} loading={rider.busy}>
          {t('rider_add')}
        </LoadingButton>
      </Box>
      <AlertDialog
        message={rider.problem === null ? null : errorText(rider.problem)}
        onClose={rider.forgetProblem}
      />
    </Box>
  );
}

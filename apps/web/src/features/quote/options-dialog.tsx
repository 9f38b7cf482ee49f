// Dialog for an option of the car type; for deliveries also the parcel, the recipient and instructions.
import type { FieldIssues, InstructionData } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { PriceChoice } from './price-choice.tsx';

interface OptionsDialogProps {
  /** Null closes the dialog. */
  readonly car: CarType | null;
  /** True to show the fields of a delivery. */
  readonly delivery: boolean;
  readonly instructions: InstructionData;
  readonly issues: FieldIssues;
  readonly busy: boolean;
  readonly onChange: (instructions: InstructionData) => void;
  /** Returns to the form; the input is not lost. */
  readonly onBack: () => void;
  readonly onContinue: () => void;
}

export function OptionsDialog(props: OptionsDialogProps) {
  const { delivery, instructions, issues, busy, onChange, onBack, onContinue } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const car = useLastShown(props.car);
  const form = useRef<HTMLFormElement>(null);
  const isRefused = Object.keys(issues).length > 0;
  // Focus the first invalid field; the focus returns to it when the alert is closed.
  useEffect(() => {
    if (isRefused) focusFirstInvalid(form.current);
  }, [isRefused]);
  return (
    <Dialog
      open={props.car !== null}
      onClose={busy ? undefined : onBack}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{delivery ? t('options_title_delivery') : t('options_title')}</DialogTitle>
      <DialogContent>
        <Box
          component="form"
          ref={form}
          id={`${titleId}-form`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // Stop the event from bubbling to the booking form around the dialog.
            event.stopPropagation();
            onContinue();
          }}
          sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {delivery && car !== null && car.parcelTypes.length > 0 && (
            <PriceChoice
              label={t('parcel_type')}
              noneText={t('parcel_type_none')}
              choices={car.parcelTypes}
              value={instructions.parcelTypeIndex}
              onChange={(parcelTypeIndex) => onChange({ ...instructions, parcelTypeIndex })}
            />
          )}
          {car !== null && car.options.length > 0 && (
            <PriceChoice
              label={t('vehicle_option')}
              noneText={t('vehicle_option_none')}
              choices={car.options}
              value={instructions.optionIndex}
              onChange={(optionIndex) => onChange({ ...instructions, optionIndex })}
            />
          )}
          {delivery && <DeliveryFields instructions={instructions} issues={issues} onChange={onChange} />}
        </Box>
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onBack} disabled={busy} sx={{ flexShrink: 0 }}>
          {t('back')}
        </Button>
        <PrimaryAction type="submit" form={`${titleId}-form`} loading={busy}>
          {t('options_continue')}
        </PrimaryAction>
      </DialogActions>
    </Dialog>
  );
}

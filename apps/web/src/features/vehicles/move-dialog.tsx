// Dialog that assigns a vehicle to a driver, hands it over, or takes it back, with odometer and note.
import type { Vehicle } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { readOdometer } from './read-odometer.ts';

export type Move = 'give' | 'hand_over' | 'take_back';

interface MoveDialogProps {
  readonly vehicle: Vehicle;
  readonly move: Move;
  readonly onClose: () => void;
}

interface Recorded {
  driver: string;
  odometer: number | null;
  note: string;
}

function useMove({ id }: Vehicle, move: Move) {
  const [take] = answers.takeVehicle.useMutation();
  const [handOver] = answers.handOverVehicle.useMutation();
  const [giveBack] = answers.returnVehicle.useMutation();
  return async function record({ driver, odometer, note }: Recorded): Promise<void> {
    const params = { id };
    if (move === 'give') await take({ params, body: { driver, odometer, note } }).unwrap();
    else if (move === 'hand_over') await handOver({ params, body: { driver, odometer, note } }).unwrap();
    else await giveBack({ params, body: { odometer, note } }).unwrap();
  };
}

/** The dialog is open while this component is mounted. */
export function MoveDialog({ vehicle, move, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { dateLocale } = useLanguage();
  const [driver, setDriver] = useState('');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const { busy, problem, run } = useSubmission();
  const record = useMove(vehicle, move);
  const odometer = readOdometer(typed, dateLocale);
  const candidates = vehicle.drivers.filter(({ uid }) => uid !== vehicle.takenBy);
  const needsDriver = move !== 'take_back';
  const confirm = async () => {
    if (odometer === undefined) return;
    await record({ driver, odometer, note });
    onClose();
  };
  const isOdometer = codeOf(problem) === 'invalid_input';
  return (
    <ConfirmDialog
      open
      title={t(`vehicles_${move}_title`, { plate: isolated(vehicle.vehicleNumber) })}
      confirmText={t(`vehicles_${move}`)}
      busy={busy}
      disabled={odometer === undefined || (needsDriver && driver === '')}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {problem !== null && (
          <Alert severity="error">{isOdometer ? t('vehicles_odometer_wrong') : errorText(problem)}</Alert>
        )}
        {move === 'take_back' && (
          <Typography>{t('vehicles_take_back_text', { driver: isolated(vehicle.takenByName) })}</Typography>
        )}
        {needsDriver && candidates.length === 0 && (
          <Alert severity="info">{t('vehicles_nobody_allowed')}</Alert>
        )}
        {needsDriver && candidates.length > 0 && (
          <TextField
            select
            label={t('vehicles_choose_driver')}
            value={driver}
            onChange={(event) => setDriver(event.target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{t('vehicles_choose')}</option>
            {candidates.map(({ uid, name }) => (
              <option key={uid} value={uid}>
                {name}
              </option>
            ))}
          </TextField>
        )}
        <TextField
          label={t('vehicles_odometer')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={odometer === undefined}
          helperText={odometer === undefined ? t('vehicles_odometer_wrong') : undefined}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12, className: 'tabular' } }}
        />
        <TextField
          label={t('vehicles_note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          helperText={t('vehicles_note_help')}
          multiline
          slotProps={{ htmlInput: { maxLength: 500, dir: 'auto' } }}
        />
      </Box>
    </ConfirmDialog>
  );
}

// Card of a driver's shared vehicles: returns the current one, or takes an available one; hidden when there is neither.
import type { SharedVehicle } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { readOdometer } from './read-odometer.ts';
import { usePercentText } from './use-plan-text.ts';

interface OpenDialog {
  readonly vehicle: SharedVehicle;
  readonly move: 'take' | 'return';
}

export function OwnVehicleCard() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const { data } = answers.getMyVehicles.useQuery();
  if (!data || (data.current === null && data.items.length === 0)) return null;
  const { current, items } = data;
  return (
    <Box
      component="section"
      aria-label={t('vehicle_card')}
      sx={{ px: 2, py: 1.5, borderRadius: '16px', bgcolor: 'background.subtle', display: 'grid', gap: 1.5 }}
    >
      <Typography variant="h5" component="h2">
        {t('vehicle_card')}
      </Typography>
      {current === null ? (
        <>
          <Typography color="text.secondary">{t('vehicle_none')}</Typography>
          {items.map((vehicle) => (
            <Line
              key={vehicle.id}
              vehicle={vehicle}
              detail={
                vehicle.state === 'taken'
                  ? t('vehicle_taken_by', { driver: isolated(vehicle.takenByName) })
                  : null
              }
              action={vehicle.state === 'free' ? 'take' : null}
              onAct={() => setAsked({ vehicle, move: 'take' })}
            />
          ))}
        </>
      ) : (
        <Line
          vehicle={current}
          detail={t('vehicle_since', { when: isolated(dateTime(current.takenAt ?? 0)) })}
          action="return"
          onAct={() => setAsked({ vehicle: current, move: 'return' })}
        />
      )}
      {asked && <MoveOwn {...asked} onClose={() => setAsked(null)} />}
    </Box>
  );
}

function useOwnPlanText(): (vehicle: SharedVehicle) => string {
  const { t } = useTranslation();
  const { money } = useFormat();
  const percentText = usePercentText();
  return ({ plan, rentPerDay, commissionPercent }) => {
    switch (plan) {
      case 'none':
        return t('vehicle_plan_none');
      case 'rent':
        return t('vehicle_plan_rent', { amount: isolated(money(rentPerDay ?? 0)) });
      case 'commission':
        return t('vehicle_plan_commission', { percent: isolated(percentText(commissionPercent ?? 0)) });
    }
  };
}

interface LineProps {
  readonly vehicle: SharedVehicle;
  readonly detail: string | null;
  readonly action: 'take' | 'return' | null;
  readonly onAct: () => void;
}

function Line({ vehicle, detail, action, onAct }: LineProps) {
  const { t } = useTranslation();
  const planText = useOwnPlanText();
  const { vehicleNumber: plate, vehicleMake, vehicleModel } = vehicle;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 620 }}>
          <bdi>{plate}</bdi>
          {' · '}
          <bdi>{`${vehicleMake} ${vehicleModel}`.trim()}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {planText(vehicle)}
        </Typography>
        {detail !== null && (
          <Typography variant="body2" color="text.secondary">
            {detail}
          </Typography>
        )}
      </Box>
      {action !== null && (
        <Button
          variant={action === 'take' ? 'contained' : 'outlined'}
          aria-label={action === 'take' ? t('vehicle_take_of', { plate: isolated(plate) }) : undefined}
          onClick={onAct}
          sx={{ flexShrink: 0 }}
        >
          {action === 'take' ? t('vehicle_take') : t('vehicle_return')}
        </Button>
      )}
    </Box>
  );
}

/** The dialog is open while this component is mounted. */
function MoveOwn({ vehicle, move, onClose }: OpenDialog & { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { dateLocale } = useLanguage();
  const planText = useOwnPlanText();
  const [take] = answers.takeVehicle.useMutation();
  const [giveBack] = answers.returnVehicle.useMutation();
  const [typed, setTyped] = useState('');
  const { busy, problem, run } = useSubmission();
  const odometer = readOdometer(typed, dateLocale);
  const confirm = async () => {
    if (odometer === undefined) return;
    const params = { id: vehicle.id };
    // The version binds the driver to the plan that this dialog shows, not to a later one.
    if (move === 'take') await take({ params, body: { odometer, version: vehicle.version } }).unwrap();
    else await giveBack({ params, body: { odometer } }).unwrap();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t(`vehicle_${move}_title`, { plate: isolated(vehicle.vehicleNumber) })}
      confirmText={t(`vehicle_${move}`)}
      busy={busy}
      disabled={odometer === undefined}
      onConfirm={() => void run(confirm)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {problem !== null && <Alert severity="error">{errorText(problem)}</Alert>}
        <Typography>{move === 'take' ? planText(vehicle) : t('vehicle_return_text')}</Typography>
        <TextField
          label={t('vehicle_odometer')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={odometer === undefined}
          helperText={odometer === undefined ? t('vehicle_odometer_wrong') : undefined}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12, className: 'tabular' } }}
        />
      </Box>
    </ConfirmDialog>
  );
}

// Panel of one shared vehicle beside the list: current driver, plan, permitted drivers, and actions.
import type { Vehicle } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Handovers } from './handovers.tsx';
import { type Move, MoveDialog } from './move-dialog.tsx';
import { usePlanText } from './use-plan-text.ts';
import { VehicleChip } from './vehicle-chip.tsx';
import { VehicleFormDialog } from './vehicle-form-dialog.tsx';

interface VehiclePeekProps {
  /** The row of the list, shown until the vehicle is loaded. */
  readonly listed: Vehicle;
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

export function VehiclePeek({ listed, isAdmin, onClose }: VehiclePeekProps) {
  const { t } = useTranslation();
  const { currentData } = answers.getVehicle.useQuery({ params: { id: listed.id } });
  const vehicle = currentData ?? listed;
  return (
    <>
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
          <Typography variant="h3" component="h2">
            <bdi>{vehicle.vehicleNumber}</bdi>
          </Typography>
          <VehicleChip state={vehicle.state} />
        </Box>
        <Typography color="text.secondary">
          <bdi>{`${vehicle.vehicleMake} ${vehicle.vehicleModel}`.trim()}</bdi>
        </Typography>
      </Box>
      {vehicle.state !== 'retired' && <Actions vehicle={vehicle} isAdmin={isAdmin} onRetired={onClose} />}
      <Facts vehicle={vehicle} isAdmin={isAdmin} />
      <Typography variant="h5" component="h3">
        {t('vehicles_handovers')}
      </Typography>
      <Handovers id={vehicle.id} />
    </>
  );
}

type OpenDialog = Move | 'edit' | 'retire';

function movesOf({ state }: Vehicle, isGiven: boolean): OpenDialog[] {
  if (state === 'taken') return isGiven ? ['hand_over', 'take_back'] : ['take_back'];
  return isGiven ? ['give'] : [];
}

function Actions({
  vehicle,
  isAdmin,
  onRetired,
}: {
  vehicle: Vehicle;
  isAdmin: boolean;
  onRetired: () => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [retire] = answers.retireVehicle.useMutation();
  const { busy, problem, run, clearProblem } = useSubmission();
  const close = () => {
    setAsked(null);
    clearProblem();
  };
  const confirmRetire = async () => {
    await retire({ params: { id: vehicle.id } }).unwrap();
    onRetired();
  };
  // Only the driver agrees to a plan, by taking the vehicle.
  const isGiven = vehicle.plan === 'none';
  const moves = movesOf(vehicle, isGiven);
  const others: OpenDialog[] = vehicle.state === 'taken' ? ['edit'] : ['edit', 'retire'];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {[...moves, ...others].map((what, index) => (
          <Button
            key={what}
            size="small"
            variant={index === 0 ? 'contained' : 'outlined'}
            onClick={() => setAsked(what)}
          >
            {t(`vehicles_${what}`)}
          </Button>
        ))}
      </Box>
      {!isGiven && (
        <Typography variant="body2" color="text.secondary">
          {t('vehicles_plan_by_driver')}
        </Typography>
      )}
      {asked === 'edit' && (
        <VehicleFormDialog vehicle={vehicle} isAdmin={isAdmin} onClose={close} onSaved={close} />
      )}
      {asked !== null && asked !== 'edit' && asked !== 'retire' && (
        <MoveDialog vehicle={vehicle} move={asked} onClose={close} />
      )}
      <ConfirmDialog
        open={asked === 'retire'}
        title={t('vehicles_retire_title', { plate: isolated(vehicle.vehicleNumber) })}
        confirmText={t('vehicles_retire')}
        destructive
        busy={busy}
        onConfirm={() => void run(confirmRetire)}
        onClose={close}
      >
        {problem !== null && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {errorText(problem)}
          </Alert>
        )}
        <Typography>{t('vehicles_retire_text')}</Typography>
      </ConfirmDialog>
    </>
  );
}

function NowText({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (vehicle.retiredAt !== null)
    return <>{t('vehicles_retired_on', { when: isolated(dateTime(vehicle.retiredAt)) })}</>;
  if (vehicle.takenAt === null) return <>{t('vehicles_is_free')}</>;
  const names = { driver: isolated(vehicle.takenByName), when: isolated(dateTime(vehicle.takenAt)) };
  return <>{t('vehicles_with', names)}</>;
}

function Facts({ vehicle, isAdmin }: { vehicle: Vehicle; isAdmin: boolean }) {
  const { t } = useTranslation();
  const carName = useCarName();
  const planText = usePlanText();
  const agreed = vehicle.agreed === null ? null : planText(vehicle.agreed);
  const offered = planText(vehicle);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        p: 2,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        display: 'grid',
        gridTemplateColumns: 'minmax(96px, 2fr) minmax(0, 3fr)',
        gap: 1.5,
      }}
    >
      <Fact label={t('vehicles_now')}>
        <NowText vehicle={vehicle} />
      </Fact>
      <Fact label={t('vehicles_col_plan')}>
        {offered}
        {agreed !== null && agreed !== offered && <div>{t('vehicles_agreed', { plan: agreed })}</div>}
      </Fact>
      <Fact label={t('vehicles_col_car_type')}>{carName(vehicle) || t('vehicles_no_car_type')}</Fact>
      {vehicle.other_info !== '' && (
        <Fact label={t('vehicles_field_other_info')}>
          <bdi>{vehicle.other_info}</bdi>
        </Fact>
      )}
      {isAdmin && (
        <Fact label={t('vehicles_col_fleet')}>
          {vehicle.fleetadmin === null ? t('vehicles_platform') : <bdi>{vehicle.fleet}</bdi>}
        </Fact>
      )}
      <Fact label={t('vehicles_allowed')}>
        {vehicle.drivers.length === 0 && t('vehicles_allowed_none')}
        {vehicle.drivers.map(({ uid, name }) => (
          <div key={uid}>
            <Box component={Link} to={paths.person(uid)} sx={{ color: 'inherit' }}>
              <bdi>{name}</bdi>
            </Box>
          </div>
        ))}
      </Fact>
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

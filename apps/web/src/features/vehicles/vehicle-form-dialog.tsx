// Dialog that adds or edits a shared vehicle: sends the form, and maps the server's errors to its fields.
import type { Vehicle } from '@kerb/contract';
import { vehiclePlanKind } from '@kerb/domain/fleet';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ChooseDrivers, ChooseFleet } from './choose-people.tsx';
import { type CheckedField, formOf, readForm, type VehicleForm } from './vehicle-form.ts';

interface VehicleFormDialogProps {
  /** Null to add a vehicle. */
  readonly vehicle: Vehicle | null;
  readonly isAdmin: boolean;
  readonly onClose: () => void;
  readonly onSaved: (vehicle: Vehicle) => void;
}

const formId = 'vehicle-form';
const plans = vehiclePlanKind.options;
const lengths = { vehicleNumber: 20, vehicleMake: 40, vehicleModel: 40, other_info: 200 } as const;

/** Whether the drivers chosen in the form are to be sent; the server removes all of them when the fleet changes. */
function areChanged(opened: Vehicle | null, saved: Vehicle, drivers: readonly string[]): boolean {
  const isSameFleet = opened?.fleetadmin === saved.fleetadmin;
  const before = opened !== null && isSameFleet ? opened.drivers.map(({ uid }) => uid) : [];
  return drivers.length !== before.length || drivers.some((uid) => !before.includes(uid));
}

/**
 * Saves the vehicle, then its permitted drivers if they were changed in the form; a retry after a failure does not
 * add the vehicle twice.
 */
function useSave(vehicle: Vehicle | null) {
  const [add] = answers.addVehicle.useMutation();
  const [edit] = answers.editVehicle.useMutation();
  const [setDrivers] = answers.setVehicleDrivers.useMutation();
  /** The stored vehicle, and the input that was saved last; a retry for the drivers does not save it again. */
  const [known, setKnown] = useState({ vehicle, written: '' });
  const saveOnce = useIdempotencyKey();
  const setDriversOnce = useIdempotencyKey();
  type Body = Parameters<typeof add>[0]['body'];
  // An edit whose response was lost has raised the version already: only its own key lets it be repeated.
  const saveDetails = (body: Body): Promise<Vehicle> =>
    saveOnce(body, (idempotencyKey) => {
      const { vehicle: stored } = known;
      const saving = stored
        ? edit({ params: { id: stored.id }, body: { ...body, version: stored.version }, idempotencyKey })
        : add({ body, idempotencyKey });
      return saving.unwrap();
    });
  return async function save(body: Body, wanted: VehicleForm['drivers']): Promise<Vehicle> {
    const written = JSON.stringify(body);
    const saved =
      known.vehicle !== null && known.written === written ? known.vehicle : await saveDetails(body);
    setKnown({ vehicle: saved, written });
    const drivers = wanted.map(({ uid }) => uid);
    if (!areChanged(vehicle, saved, drivers)) return saved;
    return setDriversOnce(drivers, (idempotencyKey) =>
      setDrivers({ params: { id: saved.id }, body: { drivers }, idempotencyKey }).unwrap(),
    );
  };
}

/** Mount it only while it is open, so that each opening starts with the stored vehicle. */
export function VehicleFormDialog({ vehicle, isAdmin, onClose, onSaved }: VehicleFormDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { dateLocale: locale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  const [form, setForm] = useState(() => formOf(vehicle, { locale }));
  const [wrong, setWrong] = useState<readonly CheckedField[]>([]);
  const { busy, problem, run, clearProblem } = useSubmission();
  const save = useSave(vehicle);
  const change = (changes: Partial<VehicleForm>) => {
    setForm({ ...form, ...changes });
    setWrong(wrong.filter((field) => !(field in changes)));
    clearProblem();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readForm(form, { locale, decimals });
    if ('wrong' in read) return setWrong(read.wrong);
    void run(async () => {
      try {
        onSaved(await save(read.input, form.drivers));
      } catch (failure) {
        if (codeOf(failure) === 'plate_taken') setWrong(['vehicleNumber']);
        throw failure;
      }
    });
  };
  const plate = vehicle?.vehicleNumber ?? '';
  return (
    <FormDialog
      title={vehicle ? t('vehicles_edit_title', { plate }) : t('vehicles_add')}
      formId={formId}
      submitText={vehicle ? t('vehicles_save') : t('vehicles_add')}
      busy={busy}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} aria-label={t('vehicles_form')}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            pt: 1,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {problem !== null && (
            <Alert severity="error" sx={{ gridColumn: '1 / -1' }}>
              {errorText(problem)}
            </Alert>
          )}
          <CarFields form={form} wrong={wrong} onChange={change} />
          <PlanFields form={form} wrong={wrong} onChange={change} />
          {isAdmin && <ChooseFleet value={form.fleet} onChange={(fleet) => change({ fleet, drivers: [] })} />}
          <ChooseDrivers
            value={form.drivers}
            fleet={form.fleet?.uid ?? null}
            onChange={(drivers) => change({ drivers })}
          />
        </Box>
      </form>
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: VehicleForm;
  readonly wrong: readonly CheckedField[];
  readonly onChange: (changes: Partial<VehicleForm>) => void;
}

function CarFields({ form, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const carTypes = useCarTypes();
  const text = (name: keyof typeof lengths) => (
    <TextField
      label={t(`vehicles_field_${name}`)}
      value={form[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      error={wrong.includes(name)}
      helperText={wrong.includes(name) ? t(`vehicles_wrong_${name}`) : undefined}
      autoComplete="off"
      slotProps={{
        htmlInput: { maxLength: lengths[name], dir: 'auto', 'aria-required': name === 'vehicleNumber' },
      }}
      sx={name === 'other_info' ? { gridColumn: '1 / -1' } : {}}
    />
  );
  return (
    <>
      {text('vehicleNumber')}
      <TextField
        select
        label={t('vehicles_field_carType')}
        value={form.carType}
        onChange={(event) => onChange({ carType: event.target.value })}
        error={wrong.includes('carType')}
        helperText={wrong.includes('carType') ? t('vehicles_wrong_carType') : undefined}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        <option value="">{t('vehicles_choose')}</option>
        {carTypes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
      {text('vehicleMake')}
      {text('vehicleModel')}
      {text('other_info')}
    </>
  );
}

function PlanFields({ form, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  const field = form.plan === 'rent' ? 'rentPerDay' : 'commissionPercent';
  const unit = form.plan === 'rent' ? settings?.symbol : '%';
  const isEnd = form.plan === 'commission' || settings?.swipe_symbol === true;
  const adornment = (
    <InputAdornment position={isEnd ? 'end' : 'start'}>
      <bdi dir="ltr">{unit}</bdi>
    </InputAdornment>
  );
  return (
    <>
      <TextField
        select
        label={t('vehicles_field_plan')}
        value={form.plan}
        onChange={(event) => onChange({ plan: plans.find((plan) => plan === event.target.value) ?? 'none' })}
        helperText={t('vehicles_plan_note')}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={form.plan === 'none' ? { gridColumn: '1 / -1' } : {}}
      >
        {plans.map((plan) => (
          <option key={plan} value={plan}>
            {t(`vehicles_plan_${plan}`)}
          </option>
        ))}
      </TextField>
      {form.plan !== 'none' && (
        <TextField
          label={t(`vehicles_field_${field}`)}
          value={form[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
          error={wrong.includes(field)}
          helperText={wrong.includes(field) ? t(`vehicles_wrong_${field}`) : undefined}
          autoComplete="off"
          slotProps={{
            input: isEnd ? { endAdornment: adornment } : { startAdornment: adornment },
            htmlInput: { inputMode: 'decimal', maxLength: 20, className: 'tabular', 'aria-required': true },
          }}
        />
      )}
    </>
  );
}

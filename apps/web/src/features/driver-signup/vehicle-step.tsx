// Vehicle step of the sign-up: the car type for offers, and details by which riders recognise the car.
import type { CarType } from '@kerb/domain/fleet';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { StepProps } from './step-props.ts';
import { TextInput } from './text-input.tsx';

export interface CarTypes {
  /** Null while loading. */
  readonly cars: readonly CarType[] | null;
  /** Error key; null while loading or loaded. */
  readonly problem: string | null;
  readonly retry: () => void;
}

export function VehicleStep({ fields, setFields, problems, carTypes }: StepProps & { carTypes: CarTypes }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <CarTypeChoice
        {...carTypes}
        chosen={fields.carType}
        onChoose={(carType) => setFields({ carType })}
        wrong={problems.carType}
      />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          name="vehicleMake"
          label={t('signup_make')}
          value={fields.vehicleMake}
          onChange={(vehicleMake) => setFields({ vehicleMake })}
          problem={problems.vehicleMake}
          maxLength={60}
          required
        />
        <TextInput
          name="vehicleModel"
          label={t('signup_model')}
          value={fields.vehicleModel}
          onChange={(vehicleModel) => setFields({ vehicleModel })}
          problem={problems.vehicleModel}
          maxLength={60}
          required
        />
      </Box>
      <TextInput
        name="vehicleNumber"
        label={t('signup_plate')}
        value={fields.vehicleNumber}
        onChange={(vehicleNumber) => setFields({ vehicleNumber })}
        help={t('signup_plate_why')}
        problem={problems.vehicleNumber}
        maxLength={20}
        ltr
        capitals
        required
      />
      <TextInput
        name="other_info"
        label={t('signup_other_info')}
        value={fields.other_info}
        onChange={(other_info) => setFields({ other_info })}
        help={t('signup_other_info_why')}
        problem={problems.other_info}
        maxLength={500}
        multiline
      />
    </Box>
  );
}

interface CarTypeChoiceProps extends CarTypes {
  readonly chosen: string;
  readonly onChoose: (carType: string) => void;
  /** Language key of the error about the choice. */
  readonly wrong: string | undefined;
}

function CarTypeChoice({ cars, problem, retry, chosen, onChoose, wrong }: CarTypeChoiceProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (problem !== null) return <ErrorState problem={problem} onRetry={retry} />;
  if (cars === null) {
    return (
      <Loading>
        <Box sx={grid}>
          {['a', 'b', 'c', 'd'].map((one) => (
            <Placeholder key={one} height={132} />
          ))}
        </Box>
      </Loading>
    );
  }
  if (cars.length === 0) return <Alert severity="info">{t('signup_no_cars')}</Alert>;
  return (
    <Box
      component="fieldset"
      aria-describedby="signup-car-problem"
      sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}
    >
      <Typography component="legend" sx={{ fontWeight: 620, p: 0, mb: 0.5 }}>
        {t('signup_car_type')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {t('signup_car_type_why')}
      </Typography>
      <Box sx={grid}>
        {cars.map((car) => (
          <CarTypeCard
            key={car.id}
            car={car}
            chosen={chosen === car.id}
            invalid={wrong !== undefined}
            onChoose={() => onChoose(car.id)}
          />
        ))}
      </Box>
      <Typography
        id="signup-car-problem"
        role="alert"
        variant="body2"
        color="error"
        sx={{ '&:empty': { display: 'none' } }}
      >
        {wrong === undefined ? null : errorText(wrong)}
      </Typography>
    </Box>
  );
}

const grid = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))',
} as const;

interface CarTypeCardProps {
  readonly car: CarType;
  readonly chosen: boolean;
  readonly invalid: boolean;
  readonly onChoose: () => void;
}

function CarTypeCard({ car, chosen, invalid, onChoose }: CarTypeCardProps) {
  return (
    <Box
      component="label"
      sx={{
        position: 'relative',
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'start',
        gap: 0.75,
        p: 1.5,
        textAlign: 'center',
        borderRadius: '14px',
        cursor: 'pointer',
        border: '2px solid',
        borderColor: chosen ? 'primary.main' : invalid ? 'error.main' : 'divider',
        bgcolor: chosen ? 'background.subtle' : 'background.paper',
        '&:hover': { borderColor: chosen ? 'primary.main' : 'text.disabled' },
        '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="radio"
        name="carType"
        value={car.id}
        checked={chosen}
        onChange={onChoose}
        aria-invalid={invalid}
        style={{ ...visuallyHidden }}
      />
      {car.image && (
        <Box component="img" src={car.image} alt="" width={88} height={50} sx={{ objectFit: 'contain' }} />
      )}
      <Typography sx={{ fontWeight: 640, lineHeight: 1.3, overflowWrap: 'anywhere' }}>{car.name}</Typography>
      {car.extra_info && (
        <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{car.extra_info}</bdi>
        </Typography>
      )}
    </Box>
  );
}

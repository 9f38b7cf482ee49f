// Dialog that declares the vehicles of a car type to regulators: kind, propulsion, and wheelchair access.
import type { DeclaredCarType } from '@kerb/contract';
import { type MdsPropulsion, mdsPropulsion, mdsVehicleType } from '@kerb/domain/mobility-data';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';

/** Mount it only while it is open. */
export function CarTypeDialog({ carType, onClose }: { carType: DeclaredCarType; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [save, { error, isLoading }] = answers.declareCarType.useMutation();
  const [kind, setKind] = useState(carType.vehicle_type);
  const [propulsion, setPropulsion] = useState<readonly MdsPropulsion[]>(carType.propulsion_types);
  const [wheelchair, setWheelchair] = useState(carType.wheelchair_accessible);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (propulsion.length === 0) return;
    const body = {
      vehicle_type: kind,
      propulsion_types: [...propulsion],
      wheelchair_accessible: wheelchair,
    };
    const { data } = await save({ params: { id: carType.id }, body });
    if (data !== undefined) onClose();
  };
  const toggle = (one: MdsPropulsion) =>
    setPropulsion(mdsPropulsion.options.filter((other) => (other === one) !== propulsion.includes(other)));
  return (
    <FormDialog
      title={t('opendata_car_type_title', { name: isolated(carType.name) })}
      formId={formId}
      submitText={t('opendata_save')}
      busy={isLoading}
      onClose={onClose}
    >
      <Box
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gap: 2, pt: 1 }}
      >
        <TextField
          select
          label={t('opendata_vehicle')}
          value={kind}
          onChange={(event) => setKind(mdsVehicleType.parse(event.target.value))}
          fullWidth
        >
          {mdsVehicleType.options.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`opendata_vehicle_${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Box component="fieldset" sx={{ border: 0, m: 0, p: 0 }}>
          <Typography component="legend" sx={{ fontWeight: 600, p: 0 }}>
            {t('opendata_propulsion')}
          </Typography>
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {mdsPropulsion.options.map((one) => (
              <FormControlLabel
                key={one}
                control={<Checkbox checked={propulsion.includes(one)} onChange={() => toggle(one)} />}
                label={t(`opendata_propulsion_${one}`)}
              />
            ))}
          </Box>
          {propulsion.length === 0 && (
            <FormHelperText error role="alert">
              {t('opendata_propulsion_missing')}
            </FormHelperText>
          )}
        </Box>
        <FormControlLabel
          control={<Switch checked={wheelchair} onChange={(_, on) => setWheelchair(on)} />}
          label={t('opendata_wheelchair')}
        />
        <ProblemText problem={error} />
      </Box>
    </FormDialog>
  );
}

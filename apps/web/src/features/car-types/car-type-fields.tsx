// Fields of the car type form, grouped in the order in which an operator fills them in.
import { feeType } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Controller, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { CarTypeForm } from './car-type-form.ts';
import { ChoicesField } from './choices-field.tsx';
import { NumberInput } from './number-input.tsx';
import { PictureField } from './picture-field.tsx';
import { SlabsField } from './slabs-field.tsx';
import { TranslatedTexts } from './translated-texts.tsx';
import { useFieldText } from './use-field-text.ts';

interface CarTypeFieldsProps {
  readonly picture: Blob | null;
  readonly onPicture: (picture: Blob | null) => void;
  /** URL of the picture stored on the server; '' without a picture. */
  readonly saved: string;
  readonly pictureProblem: string | null;
  readonly busy: boolean;
}

export function CarTypeFields({ picture, onPicture, saved, pictureProblem, busy }: CarTypeFieldsProps) {
  const { t } = useTranslation();
  const unit = useSettings()?.convert_to_mile ? 'mile' : 'km';
  return (
    <Box sx={{ display: 'grid', gap: 5, minWidth: 0 }}>
      <Section title={t('cartype_about')}>
        <NameInput />
        <Controller<CarTypeForm, 'extra_info'>
          name="extra_info"
          render={({ field: { ref, ...field } }) => (
            <TextField
              {...field}
              inputRef={ref}
              label={t('cartype_extra_info')}
              helperText={t('cartype_extra_info_help')}
              multiline
              slotProps={{ htmlInput: { maxLength: 300, dir: 'auto' } }}
            />
          )}
        />
        <TranslatedTexts />
        <PictureField
          saved={saved}
          picture={picture}
          onPicture={onPicture}
          problem={pictureProblem}
          busy={busy}
        />
      </Section>
      <Section title={t('cartype_fares')} text={t('cartype_fares_text')}>
        <Box sx={pairs}>
          <NumberInput name="base_fare" label={t('cartype_base_fare')} help={t('cartype_base_fare_help')} />
          <NumberInput name="min_fare" label={t('cartype_min_fare')} help={t('cartype_min_fare_help')} />
          <NumberInput name="rate_per_unit_distance" label={t(`cartype_rate_${unit}`)} />
          <NumberInput name="rate_per_hour" label={t('cartype_rate_per_hour')} />
        </Box>
      </Section>
      <Section title={t('cartype_fee')} text={t('cartype_fee_text')}>
        <FeeFields />
      </Section>
      <Section title={t('cartype_cancelling')} text={t('cartype_cancelling_text')}>
        <SlabsField />
      </Section>
      <Section title={t('cartype_parcelTypes')} text={t('cartype_delivery_text')}>
        <ChoicesField name="parcelTypes" />
      </Section>
      <Section title={t('cartype_options')} text={t('cartype_options_text')}>
        <ChoicesField name="options" />
      </Section>
    </Box>
  );
}

const pairs = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box>
        <Typography id={id} variant="h5" component="h2">
          {title}
        </Typography>
        {text && (
          <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 560 }}>
            {text}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  );
}

function NameInput() {
  const { t } = useTranslation();
  const text = useFieldText();
  return (
    <Controller<CarTypeForm, 'name'>
      name="name"
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t('cartype_name')}
          error={error !== undefined}
          helperText={error?.type === 'taken' ? t('name_taken') : text(error)}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 60, 'aria-required': true, dir: 'auto' } }}
        />
      )}
    />
  );
}

function FeeFields() {
  const { t } = useTranslation();
  const { field } = useController<CarTypeForm, 'convenience_fee_type'>({ name: 'convenience_fee_type' });
  const type = useWatch<CarTypeForm, 'convenience_fee_type'>({ name: 'convenience_fee_type' });
  return (
    <Box sx={pairs}>
      <Segmented
        label={t('cartype_fee_type')}
        value={field.value}
        options={feeType.options.map((value) => ({ value, text: t(`cartype_fee_${value}`) }))}
        onChange={field.onChange}
      />
      {type === 'percentage' ? (
        <NumberInput name="convenience_fees" label={t('cartype_fee_percentage_field')} unit="%" />
      ) : (
        <NumberInput name="convenience_fees" label={t('cartype_fee_flat_field')} />
      )}
    </Box>
  );
}

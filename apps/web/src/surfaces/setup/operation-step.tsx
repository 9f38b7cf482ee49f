// Second step of the set-up: name and category of the installation, and formats of money, distance and time.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultsOf } from '../../lib/country-defaults.ts';
import { CountryPicker } from '../../ui/country-picker/country-picker.tsx';
import { CategoryCards } from '../../ui/operation/category-cards.tsx';
import { TimeZoneField } from '../../ui/operation/time-zone-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { MoneyFields } from './money-fields.tsx';
import type { StepProps } from './setup-rules.ts';
import { SetupTextField } from './setup-text-field.tsx';

export function OperationStep(step: StepProps) {
  const { t } = useTranslation();
  const { fields, change } = step;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <SetupTextField {...step} name="appName" label={t('setup_app_name')} help={t('setup_app_name_why')} />
        <CategoryCards
          value={fields.appcat}
          onChange={(appcat) => change({ appcat })}
          texts={{
            label: t('setup_category'),
            taxi: t('setup_taxi'),
            taxiText: t('setup_taxi_text'),
            delivery: t('setup_delivery'),
            deliveryText: t('setup_delivery_text'),
          }}
        />
      </Box>
      <Part title={t('setup_place')} text={t('setup_place_text')}>
        <CountryPicker
          value={fields.country}
          onChange={({ code }) => change({ country: code, ...defaultsOf(code, ownZone) })}
        />
        <TimeZoneField
          value={fields.timezone}
          country={fields.country}
          onChange={(timezone) => change({ timezone })}
          texts={{
            label: t('setup_timezone'),
            nothingFound: t('setup_nothing_found'),
          }}
        />
        <Segmented
          label={t('setup_distance')}
          value={fields.convert_to_mile ? 'mi' : 'km'}
          options={[
            { value: 'km', text: t('setup_kilometres') },
            { value: 'mi', text: t('setup_miles') },
          ]}
          onChange={(unit) => change({ convert_to_mile: unit === 'mi' })}
        />
      </Part>
      <Part title={t('setup_money')} text={t('setup_money_text')}>
        <MoneyFields {...step} />
      </Part>
    </Box>
  );
}

function Part(props: { title: string; text: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Typography id={id} variant="h5" component="h2">
          {props.title}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {props.text}
        </Typography>
      </Box>
      {props.children}
    </Box>
  );
}

// Form of a new comparison: the day, the dispatch settings to try, and the drivers on duty.
import type { WhatIfRequest, WhatIfTerms } from '@kerb/contract';
import { dispatchPolicy } from '@kerb/domain/settings';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceSign } from '../../lib/format-unit.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useWeekdayText } from '../../lib/use-day-text.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { WhatIfDays } from './use-what-if.ts';
import {
  bounds,
  changesNothing,
  fieldsIn,
  fieldsOf,
  type NumberField,
  problemFields,
  requestOf,
  usedFields,
  type WhatIfFields,
} from './what-if-form.ts';

interface NewComparisonProps {
  readonly days: WhatIfDays;
  readonly current: WhatIfTerms;
  /** True while a run is active: another one cannot be started. */
  readonly isRunning: boolean;
  readonly onStart: (request: WhatIfRequest) => Promise<unknown>;
}

/** The newest completed day, otherwise today. */
function usualDay({ items, needed_requests }: WhatIfDays): string | null {
  const enough = items.filter(({ requests }) => requests >= needed_requests);
  return (enough.find(({ is_over }) => is_over) ?? enough[0])?.day ?? null;
}

export function NewComparison(props: NewComparisonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { days } = props;
  const day = usualDay(days);
  if (day === null)
    return (
      <Box>
        <Typography sx={{ fontWeight: 560 }}>{t('whatif_no_day')}</Typography>
        <Typography variant="body2" color="text.secondary">
          {t('whatif_no_day_text', {
            needed: number(days.needed_requests),
            requests: number(days.items[0]?.requests ?? 0),
          })}
        </Typography>
      </Box>
    );
  return <ComparisonForm {...props} day={day} />;
}

function useComparisonForm({ day, current, onStart }: NewComparisonProps & { day: string }) {
  const { locale } = useLanguage();
  // With the language in which they were typed: it may change while the form is open.
  const [typed, setTyped] = useState(() => ({ fields: fieldsOf(day, current, locale), locale }));
  const fields = fieldsIn(typed.fields, typed.locale, locale);
  const [isTried, setTried] = useState(false);
  const { busy, problem, run, clearProblem } = useSubmission();
  const request = requestOf(fields, current, locale);
  const isSame = request !== null && changesNothing(request, current);
  return {
    fields,
    busy,
    problem,
    isSame: isTried && isSame,
    problems: isTried ? problemFields(fields, locale) : [],
    set(change: Partial<WhatIfFields>) {
      setTyped({ fields: { ...fields, ...change }, locale });
      clearProblem();
    },
    async submit(): Promise<void> {
      setTried(true);
      if (request === null || isSame) return;
      if (await run(() => onStart(request))) setTried(false);
    },
  };
}

type ComparisonFormState = ReturnType<typeof useComparisonForm>;

function ComparisonForm(props: NewComparisonProps & { day: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useComparisonForm(props);
  const element = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.submit();
    focusFirstInvalid(element.current);
  };
  return (
    <Box
      component="form"
      ref={element}
      noValidate
      onSubmit={submit}
      aria-label={t('whatif_new')}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <DayChoice days={props.days} form={form} />
      <PolicyChoice form={form} />
      <Box sx={pairs}>
        {usedFields(form.fields)
          .filter((field) => field !== 'fleetPercent' && field !== 'fleetDrivers')
          .map((field) => (
            <NumberInput key={field} field={field} form={form} />
          ))}
      </Box>
      <FleetChoice form={form} />
      {form.isSame && <Alert severity="warning">{t('whatif_nothing_changed')}</Alert>}
      {form.problem !== null && <Alert severity="error">{errorText(form.problem)}</Alert>}
      <Box>
        <LoadingButton
          type="submit"
          variant="contained"
          size="large"
          loading={form.busy}
          disabled={props.isRunning}
        >
          {t('whatif_start')}
        </LoadingButton>
      </Box>
    </Box>
  );
}

function DayChoice({ days, form }: { days: WhatIfDays; form: ComparisonFormState }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const dayText = useWeekdayText();
  return (
    <TextField
      select
      fullWidth
      label={t('whatif_day')}
      value={form.fields.day}
      onChange={({ target }) => form.set({ day: target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {days.items.map(({ day, requests, is_over }) => {
        const isEnough = requests >= days.needed_requests;
        const texts = { day: dayText(day), requests: number(requests) };
        const name = is_over ? 'whatif_day_option' : 'whatif_today_option';
        return (
          <option key={day} value={day} disabled={!isEnough}>
            {t(isEnough ? name : 'whatif_few_option', texts)}
          </option>
        );
      })}
    </TextField>
  );
}

function PolicyChoice({ form }: { form: ComparisonFormState }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography aria-hidden="true" sx={{ fontWeight: 560 }}>
        {t('setting_dispatchPolicy')}
      </Typography>
      <Segmented
        label={t('setting_dispatchPolicy')}
        value={form.fields.dispatchPolicy}
        options={dispatchPolicy.options.map((value) => ({ value, text: t(`settings_${value}`) }))}
        onChange={(chosen) => form.set({ dispatchPolicy: chosen })}
      />
    </Box>
  );
}

function FleetChoice({ form }: { form: ComparisonFormState }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography aria-hidden="true" sx={{ fontWeight: 560 }}>
          {t('whatif_fleet')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('whatif_fleet_why')}
        </Typography>
      </Box>
      <Segmented
        label={t('whatif_fleet')}
        value={form.fields.fleetKind}
        options={[
          { value: 'share', text: t('whatif_fleet_share') },
          { value: 'number', text: t('whatif_fleet_number') },
        ]}
        onChange={(fleetKind) => form.set({ fleetKind })}
      />
      <Box sx={pairs}>
        <NumberInput
          field={form.fields.fleetKind === 'share' ? 'fleetPercent' : 'fleetDrivers'}
          form={form}
        />
      </Box>
    </Box>
  );
}

/** The unit behind a number; null where the label contains it. */
function useUnit(field: NumberField): string | null {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const isInMiles = useSettings()?.convert_to_mile ?? false;
  switch (field) {
    case 'driverRadius':
      return distanceSign(isInMiles, dateLocale);
    case 'batchSeconds':
      return t('settings_seconds');
    case 'fleetPercent':
      return '%';
    case 'broadcastLimit':
    case 'fleetDrivers':
      return null;
  }
}

function useLabel(field: NumberField): string {
  const { t } = useTranslation();
  switch (field) {
    case 'fleetPercent':
      return t('whatif_fleet_percent');
    case 'fleetDrivers':
      return t('whatif_fleet_drivers');
    case 'driverRadius':
    case 'batchSeconds':
    case 'broadcastLimit':
      return t(`setting_${field}`);
  }
}

function NumberInput({ field, form }: { field: NumberField; form: ComparisonFormState }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const label = useLabel(field);
  const unit = useUnit(field);
  const { low, high, whole } = bounds[field];
  const isWrong = form.problems.includes(field);
  const limits = { low: number(low), high: number(high) };
  return (
    <TextField
      name={field}
      label={label}
      value={form.fields[field]}
      onChange={({ target }) => form.set({ [field]: target.value })}
      error={isWrong}
      helperText={isWrong ? t(whole ? 'whatif_whole_number' : 'whatif_number', limits) : undefined}
      autoComplete="off"
      fullWidth
      slotProps={{
        input: {
          endAdornment: unit !== null && (
            <InputAdornment position="end">
              <bdi>{unit}</bdi>
            </InputAdornment>
          ),
        },
        htmlInput: { inputMode: 'decimal', maxLength: 12, className: 'tabular' },
        formHelperText: { role: isWrong ? 'alert' : undefined },
      }}
    />
  );
}

const pairs = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

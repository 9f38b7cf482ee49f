// Field for a date and time in the operator's time zone; its picker loads when the field is first shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { Placeholder } from '../placeholder.tsx';
import type { DateTimeFieldProps } from './date-time-picker.tsx';

const Picker = lazy(async () => {
  const [{ DateTimePickerInZone }] = await Promise.all([
    import('./date-time-picker.tsx'),
    loadTexts('picker'),
  ]);
  return { default: DateTimePickerInZone };
});

export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <Suspense fallback={<Placeholder height={56} />}>
      <Picker {...props} />
    </Suspense>
  );
}

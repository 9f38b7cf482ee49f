// A date and time in the operator's time zone; its picker loads when the field is first shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import { Placeholder } from './placeholder.tsx';

export interface DateTimeFieldProps {
  label: string;
  /** ms since the epoch; null while nothing is chosen. */
  value: number | null;
  onChange: (at: number | null) => void;
  /** Earliest moment, in ms since the epoch. */
  min?: number;
  /** Latest moment, in ms since the epoch. */
  max?: number;
  /** Minutes between the moments that can be chosen; 5 when left out. */
  step?: number;
  error?: boolean;
  helperText?: string;
}

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

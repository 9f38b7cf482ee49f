// A month of a report; its picker loads when the field is first shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { Placeholder } from '../placeholder.tsx';
import type { MonthFieldProps } from './month-picker.tsx';

const Picker = lazy(async () => {
  const [{ MonthPicker }] = await Promise.all([import('./month-picker.tsx'), loadTexts('picker')]);
  return { default: MonthPicker };
});

export function MonthField(props: MonthFieldProps) {
  return (
    <Suspense fallback={<Placeholder height={40} />}>
      <Picker {...props} />
    </Suspense>
  );
}

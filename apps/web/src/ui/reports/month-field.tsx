// A month of a report; its picker loads when the field is first shown.
import { lazy, Suspense } from 'react';
import { Placeholder } from '../placeholder.tsx';

export interface MonthFieldProps {
  readonly label: string;
  /** YYYY-MM; '' for no bound. */
  readonly value: string;
  readonly onChange: (month: string) => void;
  /** Without a way to leave it empty. */
  readonly required?: boolean;
}

const Picker = lazy(async () => ({ default: (await import('./month-picker.tsx')).MonthPicker }));

export function MonthField(props: MonthFieldProps) {
  return (
    <Suspense fallback={<Placeholder height={40} />}>
      <Picker {...props} />
    </Suspense>
  );
}

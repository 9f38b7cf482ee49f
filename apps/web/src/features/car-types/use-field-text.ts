// React hook that returns the error message of a form field.
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { FieldProblem } from './car-type-form.ts';
import { problems } from './car-type-form.ts';

const isProblem = (type: unknown): type is FieldProblem => problems.some((one) => one === type);

interface FieldError {
  readonly type?: unknown;
  readonly message?: string | undefined;
}

/** The returned function gives '' for a field without an error. */
export function useFieldText(): (error: FieldError | undefined) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (error) => {
    if (!isProblem(error?.type)) return '';
    const limit = Number(error.message ?? 0);
    switch (error.type) {
      case 'decimals':
        return limit === 0
          ? t('cartype_problem_no_decimals')
          : t('cartype_problem_decimals', { count: limit });
      case 'too_big':
        return t('cartype_problem_too_big', { limit: number(limit) });
      case 'hidden':
        return t('hidden_letters');
      case 'required':
      case 'number':
      case 'whole':
      case 'same':
      case 'percent':
      case 'too_much':
        return t(`cartype_problem_${error.type}`);
    }
  };
}

// Form for one car type on one page: its properties, its prices, and an example fare computed from them.

import type { CarType } from '@kerb/domain/fleet';
import { ApiError } from '@kerb/sdk/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useLayoutEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useIsMounted } from '../../lib/use-is-mounted.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DemoNotice } from '../../ui/demo-notice.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts';
import { CarTypeFields } from './car-type-fields.tsx';
import { type CarTypeForm, formIn, formOf, inputOf, resolverFor } from './car-type-form.ts';
import { PricePreview } from './price-preview.tsx';
import { isPictureProblem, useSaveCarType } from './use-save-car-type.ts';

/** The field whose name is already used by another car type: the default name, or that of a language. */
function takenField(error: unknown): 'name' | `translations.${string}.name` {
  const path = error instanceof ApiError ? error.errors[0]?.path : undefined;
  const locale = /^translations\.([^.]+)\.name$/.exec(path ?? '')?.[1];
  return locale === undefined ? 'name' : `translations.${locale}.name`;
}

/** Rewrites the numbers when the language changes, as "1.375" would be read as 1375 in Spanish. */
function useNumbersIn(locale: string, form: UseFormReturn<CarTypeForm>, carType: CarType | null): void {
  const written = useRef(locale);
  useLayoutEffect(() => {
    if (written.current === locale) return;
    const typed = formIn(form.getValues(), written.current, locale);
    written.current = locale;
    form.reset(formOf(carType, locale));
    form.reset(typed, { keepDefaultValues: true });
  }, [locale, form, carType]);
}

interface CarTypeEditorProps {
  /** Null for a new car type. Concurrent changes are not merged: the server rejects the save instead. */
  readonly carType: CarType | null;
  readonly onSaved: (carType: CarType) => void;
  /** Called when another admin has changed it: reload it and discard the unsaved input. */
  readonly onOutdated: () => void;
}

export function CarTypeEditor({ carType, onSaved, onOutdated }: CarTypeEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { locale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  const save = useSaveCarType(carType);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<CarTypeForm>({
    defaultValues: formOf(carType, locale),
    mode: 'onTouched',
    resolver: resolverFor(decimals, locale),
  });
  useNumbersIn(locale, form, carType);
  const { isDirty, isSubmitting, isSubmitSuccessful } = form.formState;
  // Also while the form is sent: the save may still be rejected.
  const unsaved = useUnsavedChanges((isDirty || picture !== null) && !isSubmitSuccessful);
  const isMounted = useIsMounted();

  const submit = form.handleSubmit(async (fields) => {
    setRefusal(null);
    try {
      const stored = await save.send(inputOf(fields, locale), picture);
      if (isMounted()) onSaved(stored);
    } catch (error) {
      const code = codeOf(error);
      // Set as form errors, so that the form still counts as unsaved.
      if (code === 'name_taken') form.setError(takenField(error), { type: 'taken' }, { shouldFocus: true });
      else form.setError('root', { type: 'refused' });
      if (code !== 'name_taken') setRefusal(code);
    }
  });

  return (
    <FormProvider {...form}>
      <DemoNotice />
      <Box component="form" noValidate onSubmit={submit} aria-label={t('cartype_form')} sx={layout}>
        <CarTypeFields
          picture={picture}
          onPicture={setPicture}
          saved={carType?.image ?? ''}
          pictureProblem={isPictureProblem(refusal) ? errorText(refusal) : null}
          busy={isSubmitting}
        />
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 88 }, display: 'grid', gap: 2, minWidth: 0 }}>
          <PricePreview />
          <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
            <Button component={Link} to={paths.cartypes} disabled={isSubmitting}>
              {t('cancel')}
            </Button>
            <LoadingButton type="submit" variant="contained" size="large" loading={isSubmitting}>
              {carType ? t('cartype_save') : t('cartype_add')}
            </LoadingButton>
          </Box>
        </Box>
      </Box>
      <ConfirmDialog
        open={unsaved.isConfirming}
        title={t('cartype_unsaved_title')}
        confirmText={t('cartype_discard')}
        cancelText={t('cartype_stay')}
        destructive
        onConfirm={unsaved.leave}
        onClose={unsaved.stay}
      >
        {t('cartype_unsaved_text')}
      </ConfirmDialog>
      <AlertDialog
        message={refusal === null || isPictureProblem(refusal) ? null : errorText(refusal)}
        onClose={() => setRefusal(null)}
        action={
          (refusal === 'conflict' || refusal === 'not_found') && (
            <Button variant="contained" onClick={onOutdated}>
              {t('cartype_reload')}
            </Button>
          )
        }
      />
    </FormProvider>
  );
}

const layout = {
  display: 'grid',
  gap: 4,
  maxWidth: 1120,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
} as const;

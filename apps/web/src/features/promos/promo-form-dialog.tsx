// Dialog that adds or edits a promo: sends the form, and maps the server's errors to its fields.
import type { Promo, PromoInput } from '@kerb/domain/fare';
import { useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formOf, type PromoForm, promoResolver, readForm, type Writing } from './promo-form.ts';
import { PromoFormFields } from './promo-form-fields.tsx';

interface PromoFormDialogProps {
  /** Null to add a promo. */
  readonly promo: Promo | null;
  readonly onClose: () => void;
  readonly onSaved: (promo: Promo) => void;
}

const formId = 'promo-form';

/** Saves the promo and resolves to the stored one; `busy` is true meanwhile. */
function useSave(promo: Promo | null) {
  const [add, adding] = answers.addPromo.useMutation();
  const [edit, editing] = answers.editPromo.useMutation();
  const once = useIdempotencyKey();
  return {
    busy: adding.isLoading || editing.isLoading,
    // An edit whose response was lost has raised the version already: only its own key lets it be repeated.
    save: (body: PromoInput): Promise<Promo> =>
      once(body, (idempotencyKey) =>
        (promo
          ? edit({ params: { id: promo.id }, body: { ...body, version: promo.version }, idempotencyKey })
          : add({ body, idempotencyKey })
        ).unwrap(),
      ),
  };
}

/** Mount it only while it is open, so that each opening starts with the stored promo. */
export function PromoFormDialog(props: PromoFormDialogProps) {
  const { t } = useTranslation();
  const [promo] = useState(props.promo);
  const { busy, save } = useSave(promo);
  return (
    <FormDialog
      title={promo ? t('promos_edit_title', { name: promo.promo_name }) : t('promos_add')}
      formId={formId}
      submitText={promo ? t('promos_save') : t('promos_add')}
      busy={busy}
      onClose={props.onClose}
    >
      <Form promo={promo} save={save} onSaved={props.onSaved} />
    </FormDialog>
  );
}

function useWriting(): Writing {
  const { dateLocale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  return useMemo(() => ({ locale: dateLocale, decimals }), [dateLocale, decimals]);
}

interface FormProps extends Pick<PromoFormDialogProps, 'promo' | 'onSaved'> {
  readonly save: (input: PromoInput) => Promise<Promo>;
}

function Form({ promo, save, onSaved }: FormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const writing = useWriting();
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<PromoForm>({
    defaultValues: formOf(promo, writing),
    resolver: promoResolver(writing),
    mode: 'onTouched',
  });

  const submit = form.handleSubmit(async (fields) => {
    const read = readForm(fields, writing);
    if (!('input' in read)) return;
    try {
      onSaved(await save(read.input));
    } catch (problem) {
      const type = codeOf(problem);
      if (type === 'name_taken') form.setError('promo_name', { type }, { shouldFocus: true });
      else setAlert(errorText(problem));
    }
  });

  return (
    <FormProvider {...form}>
      <form id={formId} noValidate onSubmit={submit} aria-label={t('promos_form')}>
        <PromoFormFields promo={promo} />
      </form>
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </FormProvider>
  );
}

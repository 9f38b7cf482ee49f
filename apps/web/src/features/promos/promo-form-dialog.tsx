// Adding or editing a promo: the dialog's frame, what is sent, and what a refusal comes to.
import type { Promo } from '@kerb/domain/fare';
import { editPromo } from '@kerb/sdk/store/console';
import { useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { formOf, type PromoForm, promoResolver, readForm, type Writing } from './promo-form.ts';
import { PromoFormFields } from './promo-form-fields.tsx';

interface PromoFormDialogProps {
  /** Null to add one. */
  readonly promo: Promo | null;
  readonly onClose: () => void;
  readonly onSaved: (promo: Promo) => void;
  /** The promo is gone: what is listed is not how it is. */
  readonly onOutdated: () => void;
}

const formId = 'promo-form';

/** Mounted only while it is open, so that each opening begins with the promo as it is. */
export function PromoFormDialog(props: PromoFormDialogProps) {
  const { t } = useTranslation();
  const [promo] = useState(props.promo);
  const [busy, setBusy] = useState(false);
  return (
    <FormDialog
      title={promo ? t('promos_edit_title', { name: promo.promo_name }) : t('promos_add')}
      formId={formId}
      submitText={promo ? t('promos_save') : t('promos_add')}
      busy={busy}
      onClose={props.onClose}
    >
      <Form {...props} promo={promo} onBusy={setBusy} />
    </FormDialog>
  );
}

function useWriting(): Writing {
  const { dateLocale } = useLanguage();
  const decimals = useSettings()?.decimal ?? 2;
  return useMemo(() => ({ locale: dateLocale, decimals }), [dateLocale, decimals]);
}

function Form({
  promo,
  onSaved,
  onOutdated,
  onBusy,
}: PromoFormDialogProps & { onBusy: (busy: boolean) => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
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
    const { input } = read;
    onBusy(true);
    try {
      const saved = await dispatch(
        editPromo(
          promo ? { method: 'Update', data: { ...input, id: promo.id } } : { method: 'Add', data: input },
        ),
      ).unwrap();
      if (saved) onSaved(saved);
    } catch (code) {
      if (code === 'name_taken') form.setError('promo_name', { type: code }, { shouldFocus: true });
      else setAlert(errorText(code));
      if (code === 'not_found') onOutdated();
    } finally {
      onBusy(false);
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

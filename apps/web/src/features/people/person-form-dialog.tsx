// Dialog that adds or edits a user: sends the form, and maps the server's errors to its fields.
import type { User } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { type Submission, useSubmission } from '../../lib/use-submission.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { emptyForm, formOf, newUserOf, type PersonForm, patchOf } from './person-form.ts';
import { PersonFormFields } from './person-form-fields.tsx';
import { usePersonName } from './person-name.tsx';

interface PersonFormDialogProps {
  readonly onClose: () => void;
  readonly onSaved: (person: User) => void;
  /** The user to edit, or the role of a new user. */
  readonly of: { readonly person: User } | { readonly usertype: Usertype };
}

const formId = 'person-form';
/** Errors of the check itself, which do not concern the e-mail or mobile number. */
const unrelatedErrors = ['network_error', 'not_logged_in', 'too_many_requests', 'overloaded'];

const isPersonOf = (of: PersonFormDialogProps['of']) => ('person' in of ? of.person : null);

/**
 * Mount it only while it is open, so that each opening starts with the stored user. Only the changed fields are sent,
 * so concurrent changes to other fields are not overwritten.
 */
export function PersonFormDialog(given: PersonFormDialogProps) {
  const [of] = useState(given.of);
  const props = { ...given, of };
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const submission = useSubmission();
  const person = isPersonOf(of);
  const title =
    'person' in of ? t('person_edit_title', { name: nameOf(of.person) }) : t(`person_add_${of.usertype}`);
  return (
    <FormDialog
      title={title}
      formId={formId}
      submitText={person ? t('person_save') : t('person_add')}
      busy={submission.busy}
      onClose={props.onClose}
    >
      <Form {...props} submission={submission} />
    </FormDialog>
  );
}

function useSave(of: PersonFormDialogProps['of']) {
  const [check] = answers.checkUser.useMutation();
  const [addUser] = answers.addUser.useMutation();
  const [editUser] = answers.editUser.useMutation();
  const { user } = useAuth();
  const hasBank = useSettings()?.bank_fields ?? false;
  const isAdmin = user?.usertype === 'admin';
  const scope = { isAdmin, withBank: isAdmin && hasBank };
  const person = isPersonOf(of);

  const add = async (form: PersonForm): Promise<User> => {
    const body = newUserOf(form, scope);
    if (body === null) throw 'invalid_mobile';
    const { email = '', mobile } = body;
    const { users: taken } = await check({ body: { email, mobile } })
      .unwrap()
      .catch((refusal: unknown) => {
        throw unrelatedErrors.includes(codeOf(refusal)) ? refusal : 'email_or_mobile_issue';
      });
    if (taken.length > 0) throw 'user_exists';
    return addUser({ body }).unwrap();
  };
  const edit = (before: User, form: PersonForm): Promise<User> => {
    const body = patchOf(before, form, scope);
    return Object.keys(body).length === 0
      ? Promise.resolve(before)
      : editUser({ params: { id: before.id }, body }).unwrap();
  };
  return (form: PersonForm) => (person ? edit(person, form) : add(form));
}

function Form({ of, onSaved, submission }: PersonFormDialogProps & { submission: Submission }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { problem, run, clearProblem } = submission;
  const person = isPersonOf(of);
  const form = useForm<PersonForm>({
    defaultValues: 'person' in of ? formOf(of.person) : emptyForm(of.usertype),
    mode: 'onTouched',
  });
  const save = useSave(of);

  const submit = async (fields: PersonForm) => {
    try {
      onSaved(await save(fields));
    } catch (refusal) {
      const code = codeOf(refusal);
      if (code === 'proper_email') form.setError('email', { message: code }, { shouldFocus: true });
      else if (code === 'invalid_mobile') form.setError('mobile', { message: code });
      else throw refusal;
    }
  };

  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        onSubmit={form.handleSubmit((fields) => run(() => submit(fields)))}
        aria-label={t('person_form')}
      >
        <PersonFormFields person={person} />
      </form>
      <AlertDialog message={problem === null ? null : errorText(problem)} onClose={clearProblem} />
    </FormProvider>
  );
}

// Editor for /settings and /appinfo: groups of settings, saved together; unsaved input survives errors and reloads.
import type { PublicSettings } from '@kerb/contract';
import type { SettingKey } from '@kerb/domain/settings';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { pages, type SettingGroup, type SettingsPage } from '../../lib/setting-groups.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useSaveBarFocus } from '../../ui/use-save-bar-focus.ts';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts';
import { SettingField } from './setting-field.tsx';
import { dropDraft } from './settings-draft.ts';
import { typedKeys } from './settings-form.ts';
import { type SettingsEditorState, useSettingsEditor } from './use-settings-editor.ts';

interface SettingsEditorProps {
  readonly page: SettingsPage;
  readonly settings: PublicSettings;
  /** uid of the user who edits: a draft belongs to one user. */
  readonly uid: string;
}

export function SettingsEditor({ page, settings, uid }: SettingsEditorProps) {
  const { t } = useTranslation();
  const editor = useSettingsEditor(page, settings, uid);
  const unsaved = useUnsavedChanges(editor.isDirty);
  const closedOf = useClosed(editor);
  const form = useRef<HTMLFormElement>(null);
  useLinkedSetting(form);
  const groups = pages[page];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await editor.save();
    focusFirstInvalid(form.current);
  };
  const leave = () => {
    dropDraft(page);
    unsaved.leave();
  };
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} aria-label={t('settings_form')} sx={layout}>
      <Notices editor={editor} />
      {groups.length > 3 && <Jumps groups={groups} />}
      {groups.map(({ name, keys }) => (
        <Box key={name} id={`group-${name}`} sx={group}>
          <SettingsSection title={t(`settings_group_${name}`)} text={t(`settings_group_${name}_text`)}>
            <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              {keys.map((key) => (
                <SettingField key={key} name={key} editor={editor} closed={closedOf(key)} />
              ))}
              {name === 'dispatch' && <Link to={paths.whatif}>{t('settings_whatif_link')}</Link>}
            </Box>
          </SettingsSection>
        </Box>
      ))}
      <SaveBar editor={editor} />
      <ConfirmDialog
        open={unsaved.isConfirming}
        title={t('settings_unsaved_title')}
        confirmText={t('settings_discard')}
        cancelText={t('settings_stay')}
        destructive
        onConfirm={leave}
        onClose={unsaved.stay}
      >
        {t('settings_unsaved_text')}
      </ConfirmDialog>
      <AlertDialog message={editor.alert && t(editor.alert)} onClose={editor.closeAlert} />
    </Box>
  );
}

/** Scrolls to the setting that the URL's fragment names, and focuses its control. */
function useLinkedSetting(form: RefObject<HTMLFormElement | null>): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash.startsWith('#setting-')) return;
    const setting = form.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`);
    setting?.scrollIntoView({ block: 'center' });
    setting
      ?.querySelector<HTMLElement>('input, button, textarea, [tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, [hash, form]);
}

/** Returns the reason why a setting cannot be changed at the moment; null when it can. */
function useClosed(editor: SettingsEditorState): (key: SettingKey) => string | null {
  const { t } = useTranslation();
  const { data: bookings } = answers.listBookings.useQuery({ query: { limit: 1 } });
  const hasBookings = (bookings?.items.length ?? 0) > 0;
  const isTaxi = editor.valueOf('appcat') === 'taxi';
  return (key) => {
    switch (key) {
      case 'code':
      case 'decimal':
        return hasBookings || editor.moneyExists ? t('settings_money_exists') : null;
      case 'panic':
        return isTaxi ? null : t('settings_only_taxi');
      case 'AllowDeliveryPickupImageCapture':
      case 'AllowFinalDeliveryImageCapture':
        return isTaxi ? t('settings_only_delivery') : null;
      default:
        return null;
    }
  };
}

function Notices({ editor }: { editor: SettingsEditorState }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, '&:not(:empty)': { mb: 2 } }}>
      {editor.isDemo && <Alert severity="info">{t('settings_demo')}</Alert>}
      {editor.restored && <Alert severity="info">{t('settings_restored')}</Alert>}
      {editor.isBehind && (
        <Alert
          severity="warning"
          role="status"
          action={
            <Button color="inherit" size="small" onClick={editor.showChanges}>
              {t('settings_show_changes')}
            </Button>
          }
        >
          {t('settings_changed_elsewhere')}
        </Alert>
      )}
    </Box>
  );
}

function Jumps({ groups }: { groups: readonly SettingGroup[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="nav"
      aria-label={t('settings_jump')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pb: 3 }}
    >
      {groups.map(({ name }) => (
        <Chip
          key={name}
          component="a"
          href={`#group-${name}`}
          clickable
          variant="outlined"
          label={t(`settings_group_${name}`)}
          sx={{ minHeight: 36, borderRadius: '18px' }}
        />
      ))}
    </Box>
  );
}

function SaveBar({ editor }: { editor: SettingsEditorState }) {
  const { t } = useTranslation();
  const bar = useSaveBarFocus(editor.isDirty);
  const { locale } = useLanguage();
  const names = new Intl.ListFormat(locale, { type: 'unit' }).format(
    typedKeys(editor.typed).map((key) => t(`setting_${key}`)),
  );
  return (
    <Box
      ref={bar}
      role="group"
      aria-label={t('settings_save')}
      tabIndex={-1}
      sx={[saveArea, editor.isDirty && stickyBar]}
    >
      {editor.isDirty && (
        // The changed settings are listed by name, because a restored draft may be out of view.
        <Typography variant="body2" sx={{ width: '100%', overflowWrap: 'anywhere' }}>
          {t('settings_not_saved', { names })}
        </Typography>
      )}
      <LoadingButton
        type="submit"
        variant="contained"
        size="large"
        loading={editor.busy}
        // Enabled in demonstration mode, because pressing it shows why nothing can be saved.
        disabled={!editor.isDirty && !editor.isDemo}
      >
        {t('settings_save')}
      </LoadingButton>
      {editor.isDirty && (
        <Button size="large" color="inherit" disabled={editor.busy} onClick={editor.undo}>
          {t('settings_undo')}
        </Button>
      )}
    </Box>
  );
}

const layout = {
  position: 'relative',
  maxWidth: 920,
} as const;
const group = {
  scrollMarginTop: 64,
  // Leaves room for the header and the save bar, so that they do not cover a focused field.
  '& input, & textarea, & button': { scrollMarginBottom: '96px', scrollMarginTop: '80px' },
} as const;
const saveArea = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  py: 1.5,
  borderTop: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.default',
} as const;
/** Makes the save bar sticky while there are unsaved changes. */
const stickyBar = { position: 'sticky', bottom: 0, zIndex: 2 } as const;

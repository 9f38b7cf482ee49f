// /languagesetting: the languages offered to users; /languagesetting/:id edits the texts of one language.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LanguageEditor } from '../../features/languages/language-editor.tsx';
import { LanguageList } from '../../features/languages/language-list.tsx';
import { useLanguageTexts } from '../../features/languages/use-language-texts.ts';
import { codeOf } from '../../lib/error-code.ts';
import { paths } from '../../lib/paths.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function LanguagesScreen() {
  const { t } = useTranslation();
  return (
    <LanguageList
      frame={(add, list) => (
        <ConsoleShell title={t('nav_languagesetting')} actions={add}>
          {list}
        </ConsoleShell>
      )}
    />
  );
}

export function LanguageScreen() {
  const { id = '' } = useParams();
  return <Editing key={id} id={id} />;
}

function Editing({ id }: { id: string }) {
  const { t } = useTranslation();
  const texts = useLanguageTexts(id);
  const { language, problem } = texts;
  const code = problem === null ? null : codeOf(problem);
  if (language)
    return (
      <LanguageEditor
        language={language}
        rows={texts.rows}
        frame={(buttons, editor) => (
          <ConsoleShell title={language.langName} actions={buttons}>
            <Button component={Link} to={paths.languagesetting} color="inherit" sx={{ mb: 1, mx: -1 }}>
              {t('language_all')}
            </Button>
            {editor}
          </ConsoleShell>
        )}
      />
    );
  return (
    <ConsoleShell title={t('nav_languagesetting')}>
      {problem === null ? (
        <Loading>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Placeholder height={40} />
            <Placeholder height={560} />
          </Box>
        </Loading>
      ) : code === 'not_found' || code === 'invalid_input' ? (
        <EmptyState
          title={t('language_gone')}
          text={t('language_gone_text')}
          action={
            <Button component={Link} to={paths.languagesetting} variant="outlined">
              {t('language_all')}
            </Button>
          }
        />
      ) : (
        <ErrorState problem={problem} onRetry={texts.reload} />
      )}
    </ConsoleShell>
  );
}

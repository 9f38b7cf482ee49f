// One row of the text editor: key, English text, and a field in the language's direction, validated while typing.

import { directionOf, variablesOf } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import type { TextDraft } from './text-drafts.ts';
import { type TextMark, type TextProblem, type TextRow, textProblem } from './text-rows.ts';

interface TextRowFieldProps {
  readonly row: TextRow;
  readonly draft: TextDraft | undefined;
  readonly locale: string;
  readonly languageName: string;
  readonly onType: (row: TextRow, text: string) => void;
}

const tones: Record<TextMark | 'edited', Tone> = {
  missing: 'stopped',
  copied: 'due',
  changed: 'moving',
  unused: 'waiting',
  edited: 'due',
};
const braced = (name: string) => `{{${name}}}`;
/** Isolates variable names as left-to-right text in either direction. */
const isolated = (names: readonly string[]) => `\u2066${names.map(braced).join(' ')}\u2069`;

function useProblemText(problem: TextProblem | null): string | null {
  const { t } = useTranslation();
  switch (problem?.what) {
    case 'unknown':
      return t('texts_unknown_variables', { names: isolated(problem.names) });
    case 'missing':
      return t('texts_missing_variables', { names: isolated(problem.names) });
    case 'braces':
      return t('texts_broken_variable');
    case 'reference':
      return t('texts_reference', { code: '\u2066$t(\u2069' });
    case undefined:
      return null;
  }
}

function Meaning({ row, isEdited }: { row: TextRow; isEdited: boolean }) {
  const { t } = useTranslation();
  const marks = [row.mark, isEdited ? ('edited' as const) : null].filter((mark) => mark !== null);
  return (
    <Box sx={{ display: 'grid', gap: 0.75, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography
          component="code"
          dir="ltr"
          sx={{
            fontFamily: 'monospace',
            fontSize: '0.8125rem',
            color: 'text.secondary',
            overflowWrap: 'anywhere',
          }}
        >
          {row.key}
        </Typography>
        {row.form !== null && (
          <Typography component="span" variant="body2" color="text.secondary">
            {t(`texts_count_${row.form}_form`)}
          </Typography>
        )}
        {marks.map((mark) => (
          <ToneChip key={mark} tone={tones[mark]}>
            {t(`texts_mark_${mark}`)}
          </ToneChip>
        ))}
      </Box>
      {row.mark === 'unused' ? (
        <Typography color="text.secondary">{t('texts_unused_help')}</Typography>
      ) : (
        <Typography
          lang="en"
          dir="ltr"
          sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', textAlign: 'start' }}
        >
          {row.english}
        </Typography>
      )}
    </Box>
  );
}

export const TextRowField = memo(function TextRowField(props: TextRowFieldProps) {
  const { row, draft, locale, languageName, onType } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draft?.text ?? row.text;
  const problem = useProblemText(textProblem(text, row));
  const meanwhile = draft !== undefined && draft.from !== row.text;
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const to = field.current?.selectionEnd ?? at;
    onType(row, `${text.slice(0, at)}${braced(name)}${text.slice(to)}`);
    field.current?.focus();
  };
  return (
    <Box component="li" sx={look}>
      <Meaning row={row} isEdited={draft !== undefined} />
      <Box sx={{ display: 'grid', gap: 0.75, alignContent: 'start', minWidth: 0 }}>
        <TextField
          inputRef={field}
          value={text}
          onChange={(event) => onType(row, event.target.value)}
          multiline
          fullWidth
          size="small"
          error={problem !== null}
          helperText={problem}
          slotProps={{
            htmlInput: {
              'aria-label': t('texts_of', { key: row.key, name: languageName }),
              lang: locale,
              dir: directionOf(locale),
              maxLength: 4000,
              spellCheck: true,
            },
            formHelperText: { role: problem === null ? undefined : 'alert' },
          }}
        />
        {meanwhile && (
          <Typography role="status" variant="body2" sx={{ color: 'warning.main' }}>
            {row.text === '' ? t('texts_meanwhile_none') : t('texts_meanwhile', { text: row.text })}
          </Typography>
        )}
        <Tools row={row} text={text} onInsert={insert} onText={(next) => onType(row, next)} />
      </Box>
    </Box>
  );
});

interface ToolsProps {
  readonly row: TextRow;
  readonly text: string;
  readonly onInsert: (name: string) => void;
  readonly onText: (text: string) => void;
}

function Tools({ row, text, onInsert, onText }: ToolsProps) {
  const { t } = useTranslation();
  const used = variablesOf(text);
  const names = variablesOf(row.english);
  const canGoBack = row.shipped !== null && text !== row.shipped;
  const canRemove = row.mark === 'unused' && text !== '';
  if (names.length === 0 && !canGoBack && !canRemove) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
      {names.map((name) => (
        <Chip
          key={name}
          size="small"
          dir="ltr"
          label={braced(name)}
          variant={used.includes(name) ? 'filled' : 'outlined'}
          aria-label={t('texts_insert', { name: isolated([name]) })}
          onClick={() => onInsert(name)}
          sx={{ fontFamily: 'monospace', minHeight: 28 }}
        />
      ))}
      <Box sx={{ flex: 1 }} />
      {canGoBack && (
        <Button size="small" color="inherit" onClick={() => onText(row.shipped ?? '')}>
          {t('texts_back')}
        </Button>
      )}
      {canRemove && (
        <Button size="small" color="inherit" onClick={() => onText('')}>
          {t('texts_remove')}
        </Button>
      )}
    </Box>
  );
}

const look = {
  display: 'grid',
  gap: { xs: 1.5, md: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
  p: 2,
  borderTop: '1px solid',
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const;

// List of all changes that admins made to a user: admin, time, and each field before and after.
import type { AuditEntry } from '@kerb/contract';
import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { type AuditLine, auditLines } from './audit-lines.ts';
import { EntryList } from './entry-list.tsx';
import { type AuditTexts, useAuditTexts } from './use-audit-texts.ts';
import { useMoment } from './use-moment.ts';

export function AuditTrail({ id }: { id: string }) {
  const { t } = useTranslation();
  const entries = pagedEntries(
    answers.getUserAuditPages.useInfiniteQuery({ params: { id }, query: { limit: pageLength } }),
  );
  const isOfFleets = entries.items?.some(({ before, after }) => before.fleetadmin || after.fleetadmin);
  const texts = useAuditTexts(isOfFleets ?? false);
  return (
    <EntryList
      label={t('person_tab_audit')}
      entries={entries}
      keyOf={(entry) => entry.id}
      icon={<HistoryOutlined />}
      emptyTitle={t('person_no_audit')}
      emptyText={t('person_no_audit_text')}
      render={(entry) => <Change entry={entry} texts={texts} />}
    />
  );
}

function Change({ entry, texts }: { entry: AuditEntry; texts: AuditTexts }) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <Box sx={{ px: 2, py: 1.75, display: 'grid', gap: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 620 }}>{t(`audit_${entry.action}`)}</Typography>
        <Typography variant="body2" color="text.secondary">
          <bdi>{entry.by.name || t('audit_nobody')}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {moment(entry.at)}
        </Typography>
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 0.75 },
        }}
      >
        {auditLines(entry).map((line) => (
          <FieldChange key={line.field} line={line} texts={texts} />
        ))}
      </Box>
    </Box>
  );
}

function FieldChange({ line, texts }: { line: AuditLine; texts: AuditTexts }) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const { labelOf, textOf } = texts;
  const before = textOf(line.field, line.before);
  const after = textOf(line.field, line.after);
  return (
    <>
      <Typography component="dt" variant="body2" color="text.secondary">
        {labelOf(line.field)}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{
          m: 0,
          mb: { xs: 1, sm: 0 },
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          overflowWrap: 'anywhere',
          minWidth: 0,
        }}
      >
        {before !== null && (
          <>
            <Box component="span" sx={visuallyHidden}>
              {t('audit_before')}
            </Box>
            <Box component="del" sx={{ color: 'text.secondary', minWidth: 0 }}>
              <bdi>{before}</bdi>
            </Box>
            <ArrowForwardOutlined
              aria-hidden="true"
              sx={{
                fontSize: 16,
                color: 'text.secondary',
                transform: direction === 'rtl' ? 'scaleX(-1)' : 'none',
              }}
            />
          </>
        )}
        <Box component="span" sx={visuallyHidden}>
          {t('audit_after')}
        </Box>
        <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 560, minWidth: 0 }}>
          <bdi>{after ?? t('audit_nothing')}</bdi>
        </Box>
      </Typography>
    </>
  );
}

// Skeleton of a report, and its empty state.
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { EmptyState, Loading } from '../page-states.tsx';
import { Placeholder } from '../placeholder.tsx';

export function ReportSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Placeholder height={372} />
        <Placeholder height={280} />
      </Box>
    </Loading>
  );
}

export function NoData() {
  const { t } = useTranslation();
  return <EmptyState icon={<InsightsOutlined />} title={t('reports_empty')} text={t('reports_empty_text')} />;
}

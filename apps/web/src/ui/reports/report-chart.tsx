// Chart of a report, loaded when it is shown. Screen readers get one sentence; the figures are in the table below.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { Loading } from '../page-states.tsx';
import { Placeholder } from '../placeholder.tsx';
import { chartHeight, type ReportChartProps } from './chart-shape.ts';

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }));
const Lines = lazy(async () => ({ default: (await import('./lines.tsx')).Lines }));

function Chart(props: ReportChartProps) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Placeholder height={chartHeight(props)} />
        </Loading>
      }
    >
      {props.kind === 'lines' ? <Lines {...props} /> : <Bars {...props} />}
    </Suspense>
  );
}

export function ReportChart(props: ReportChartProps) {
  if (props.bare) return <Chart {...props} />;
  return (
    <Box
      component="figure"
      sx={{
        m: 0,
        p: { xs: 1.5, sm: 2.5 },
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
      }}
    >
      <Typography component="figcaption" variant="h5" sx={{ mb: 1 }}>
        {props.title}
      </Typography>
      <Chart {...props} />
    </Box>
  );
}

// Line chart of ReportChart, for many values in chronological order; a missing value is a gap.
import Box from '@mui/material/Box';
import { LineChart } from '@mui/x-charts/LineChart';
import { chartHeight, type ReportChartProps } from './chart-shape.ts';
import { CHART_MARGIN, chartColors, useChartAxes, useChartText } from './chart-theme.ts';

/** Maximum number of values with marks; more marks would overlap. */
const MAX_MARKS = 14;

export function Lines(props: ReportChartProps) {
  const { names, series, onPick } = props;
  const axes = useChartAxes(props);
  const { isRtl, start, amountsWidth } = axes;
  return (
    <Box
      role="img"
      aria-label={useChartText(props)}
      sx={{
        '& .MuiLineElement-root': { strokeWidth: 2 },
        ...(onPick && { '& svg': { cursor: 'pointer' } }),
      }}
    >
      <LineChart
        height={chartHeight({ names })}
        series={series.map((one) => ({
          ...axes.seriesOf(one),
          curve: 'linear' as const,
          // A value between two gaps would be invisible without its mark.
          showMark: ({ index }: { index: number }) =>
            names.length <= MAX_MARKS ||
            ((one.values[index - 1] ?? null) === null && (one.values[index + 1] ?? null) === null),
        }))}
        colors={chartColors(series)}
        hideLegend={series.length < 2}
        margin={CHART_MARGIN}
        // No animation, because some charts are reloaded every minute.
        skipAnimation
        onAxisClick={(_event, picked) => picked && onPick?.(picked.dataIndex)}
        xAxis={[{ ...axes.bands, scaleType: 'point', reverse: isRtl }]}
        yAxis={[{ ...axes.amounts, position: start, width: amountsWidth }]}
        grid={{ horizontal: true }}
      />
    </Box>
  );
}

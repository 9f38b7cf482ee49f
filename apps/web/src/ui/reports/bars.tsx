// Bar chart of ReportChart, rendered with MUI X Charts in the theme's colours and mirrored in right-to-left languages.
import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import { chartHeight, type ReportChartProps } from './chart-shape.ts';
import { CHART_MARGIN, chartColors, useChartAxes, useChartText } from './chart-theme.ts';

export function Bars(props: ReportChartProps) {
  const { names, series, lying = false, onPick } = props;
  const axes = useChartAxes(props);
  const { isRtl, start, amountsWidth } = axes;
  const bands = {
    ...axes.bands,
    scaleType: 'band' as const,
    categoryGapRatio: names.length < 4 ? 0.7 : 0.3,
  };
  return (
    <Box role="img" aria-label={useChartText(props)} sx={onPick && { '& svg': { cursor: 'pointer' } }}>
      <BarChart
        height={chartHeight({ lying, names })}
        layout={lying ? 'horizontal' : 'vertical'}
        series={series.map(axes.seriesOf)}
        colors={chartColors(series)}
        borderRadius={4}
        hideLegend={series.length < 2}
        margin={CHART_MARGIN}
        // No animation, because some charts are reloaded every minute.
        skipAnimation
        onAxisClick={(_event, picked) => picked && onPick?.(picked.dataIndex)}
        {...(lying
          ? {
              xAxis: [{ ...axes.amounts, reverse: isRtl }],
              yAxis: [{ ...bands, position: start, width: 132 }],
              grid: { vertical: true },
            }
          : {
              xAxis: [{ ...bands, reverse: isRtl }],
              yAxis: [{ ...axes.amounts, position: start, width: amountsWidth }],
              grid: { horizontal: true },
            })}
      />
    </Box>
  );
}

// Draws a growth curve with logarithmic axes, in which a cost proportional to the load is a straight line.
import * as echarts from 'echarts';
import type { Curve } from './growth-data.ts';

const WIDTH = 640;
const HEIGHT = 360;

/** Returns an SVG document. */
export function drawCurve({ title, loadUnit, unit, limitName, points }: Curve): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  const line = (name: string, of: 'ours' | 'limit', dashed: boolean) => ({
    name,
    type: 'line' as const,
    data: points.map((point) => [point.load, point[of]]),
    symbolSize: 7,
    lineStyle: { width: 2, type: dashed ? ('dashed' as const) : ('solid' as const) },
    label: {
      show: true,
      position: 'top' as const,
      formatter: ({ value }: { value: unknown }) => labelOf(value),
    },
  });
  const axis = { type: 'log' as const, nameLocation: 'middle' as const, minorSplitLine: { show: false } };
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: ['#1f6feb', '#8a6d3b'],
    textStyle: { fontFamily: 'sans-serif' },
    title: { text: title, left: 12, top: 8, textStyle: { fontSize: 14 } },
    legend: { top: 34, left: 12, data: ['Kerb', limitName] },
    grid: { left: 72, right: 32, top: 76, bottom: 52 },
    xAxis: { ...axis, name: loadUnit, nameGap: 30 },
    yAxis: { ...axis, name: unit, nameGap: 52 },
    series: [line('Kerb', 'ours', false), line(limitName, 'limit', true)],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}

const labelOf = (value: unknown): string =>
  Array.isArray(value) ? Number(value[1]).toLocaleString('en-GB', { maximumSignificantDigits: 3 }) : '';

// The plots of the report, as inline SVG without external resources.
import { escapeHtml } from './escape-html.ts';

export interface Series {
  /** A policy: it selects the colour and the dashes. */
  name: string;
  values: readonly number[];
}

export interface LinePlot {
  title: string;
  /** The meaning of the two axes, with units. */
  across: string;
  up: string;
  /** The label of each position; every few are shown. */
  labels: readonly string[];
  series: readonly Series[];
}

export interface BarPlot {
  title: string;
  bars: readonly { name: string; value: number; text: string }[];
}

const WIDTH = 480;
const HEIGHT = 260;
const frame = { left: 52, right: 452, top: 16, bottom: 206 };
const MAX_LABELS = 6;
const GRID_LINES = 4;

/** The next round number: 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= value) ?? 10;
  return step * power;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

function figure(title: string, svg: string, height = HEIGHT): string {
  const label = escapeHtml(title);
  return `<figure><figcaption>${label}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${svg}</svg></figure>`;
}

export function linePlot({ title, across, up, labels, series }: LinePlot): string {
  const most = roundUp(Math.max(0, ...series.flatMap(({ values }) => values)));
  const last = Math.max(1, labels.length - 1);
  const x = (index: number): string => (frame.left + ((frame.right - frame.left) * index) / last).toFixed(1);
  const y = (value: number): string =>
    (frame.bottom - ((frame.bottom - frame.top) * value) / most).toFixed(1);
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, index) => {
    const value = (most * index) / GRID_LINES;
    return `<line class="axis" x1="${frame.left}" x2="${frame.right}" y1="${y(value)}" y2="${y(value)}"/><text x="${frame.left - 6}" y="${y(value)}" dy="4" text-anchor="end">${short(value)}</text>`;
  });
  const every = Math.ceil(labels.length / MAX_LABELS);
  const marks = labels.map((label, index) =>
    index % every === 0
      ? `<text x="${x(index)}" y="${frame.bottom + 18}" text-anchor="middle">${escapeHtml(label)}</text>`
      : '',
  );
  const lines = series.map(({ name, values }) => {
    const points = values.map((value, index) => `${x(index)},${y(value)}`).join(' ');
    return `<polyline class="${escapeHtml(name)}" points="${points}"/>`;
  });
  const axes = `<text x="${(frame.left + frame.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeHtml(across)}</text>`;
  return figure(`${title} (${up})`, `${grid.join('')}${marks.join('')}${lines.join('')}${axes}`);
}

export function barPlot({ title, bars }: BarPlot): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const rowHeight = 44;
  const rows = bars.map(({ name, value, text }, index) => {
    const top = 8 + index * rowHeight;
    const width = Math.max(1, (value / most) * 290).toFixed(1);
    return `<text x="0" y="${top + 20}">${escapeHtml(name)}</text><rect class="bar ${escapeHtml(name)}" x="90" y="${top}" width="${width}" height="30" rx="3"/><text class="value" x="${(96 + Number(width)).toFixed(1)}" y="${top + 20}">${escapeHtml(text)}</text>`;
  });
  return figure(title, rows.join(''), bars.length * rowHeight + 12);
}

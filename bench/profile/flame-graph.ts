// Draws a folded profile as a flame graph: callees above their callers, as wide as their time.
import { escapeHtml } from '../../apps/server/src/kit/escape-html.ts';
import type { Frame } from './fold-profile.ts';

const WIDTH = 1200;
const ROW = 16;
const HEADER = 34;
/** Narrower functions are left out. */
const MIN_SHARE = 0.004;
const LETTER_WIDTH = 6.2;

interface Box {
  readonly left: number;
  readonly width: number;
  readonly depth: number;
  readonly label: string;
}

function boxesOf(root: Frame): Box[] {
  const boxes: Box[] = [];
  const add = (frame: Frame, left: number, depth: number): void => {
    const share = frame.total / root.total;
    if (share < MIN_SHARE) return;
    const label = `${frame.name} ${frame.place} (${(share * 100).toFixed(1)} %)`;
    boxes.push({ left: left * WIDTH, width: share * WIDTH, depth, label });
    let from = left;
    const children = [...frame.children.values()].sort((one, other) => one.name.localeCompare(other.name));
    for (const child of children) {
      add(child, from, depth + 1);
      from += child.total / root.total;
    }
  };
  add(root, 0, 0);
  return boxes;
}

/** A colour between yellow and red, the same for a function in every graph. */
function colourOf(label: string): string {
  const name = label.split(' ')[0] ?? '';
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return `hsl(${10 + (sum % 45)}, 75%, ${62 + (sum % 13)}%)`;
}

function drawBox({ left, width, depth, label }: Box, height: number): string {
  const y = height - (depth + 1) * ROW;
  const shown = label.slice(0, Math.max(0, Math.floor((width - 4) / LETTER_WIDTH)));
  const text =
    shown.length > 3 ? `<text x="${(left + 2).toFixed(1)}" y="${y + 11}">${escapeHtml(shown)}</text>` : '';
  return `<g><title>${escapeHtml(label)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colourOf(label)}"/>${text}</g>`;
}

/** Returns an SVG document. */
export function drawFlameGraph(root: Frame, title: string): string {
  const boxes = boxesOf(root);
  const depth = Math.max(...boxes.map((box) => box.depth)) + 1;
  const height = HEADER + depth * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="10">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="20" font-size="14">${escapeHtml(title)}</text>`,
    ...boxes.map((box) => drawBox(box, height)),
    '</svg>',
    '',
  ].join('\n');
}

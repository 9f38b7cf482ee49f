// Draws each kind of block at the current position on the page.
import { isolated } from '@kerb/texts';
import type { Block, Drawing, Picture, Point, Shape } from '../../ports/documents.ts';
import { drawTable } from './draw-table.ts';
import { type Flow, ink, MARGIN, styles } from './page-flow.ts';

/** Width of a name's column: the first third of the line; its value gets the rest. */
const NAME_SHARE = 0.34;
const GAP = 10;

type Facts = Extract<Block, { kind: 'facts' }>;
type Amounts = Extract<Block, { kind: 'amounts' }>;

function drawFacts(flow: Flow, { rows }: Facts): void {
  const nameWidth = flow.width * NAME_SHARE;
  const valueWidth = flow.width - nameWidth - GAP;
  for (const { name, value } of rows) {
    const names = flow.set.lines(name, styles.muted, nameWidth);
    const values = flow.set.lines(isolated(value), styles.normal, valueWidth);
    const most = Math.max(names.length, values.length);
    flow.makeRoom(most * flow.set.lineHeight(styles.normal));
    const afterName = flow.set.draw(names, styles.muted, flow.part(0, nameWidth), 'start');
    const afterValue = flow.set.draw(values, styles.normal, flow.part(nameWidth + GAP, valueWidth), 'start');
    flow.y = Math.max(afterName, afterValue) + 2;
  }
}

function drawAmounts(flow: Flow, { rows }: Amounts): void {
  const nameWidth = flow.width * 0.7;
  const amountWidth = flow.width - nameWidth - GAP;
  for (const { name, amount, strong = false } of rows) {
    const style = strong ? styles.strong : styles.normal;
    const names = flow.set.lines(name, style, nameWidth);
    const amounts = flow.set.lines(isolated(amount), style, amountWidth);
    flow.makeRoom(Math.max(names.length, amounts.length) * flow.set.lineHeight(style) + 6);
    if (strong) {
      flow.rule(flow.y + 1, ink.muted);
      flow.y += 5;
    }
    const afterName = flow.set.draw(names, style, flow.part(0, nameWidth), 'start');
    const afterAmount = flow.set.draw(amounts, style, flow.part(nameWidth + GAP, amountWidth), 'end');
    flow.y = Math.max(afterName, afterAmount) + 2;
  }
}

function drawPicture(flow: Flow, { bytes, height }: Picture): void {
  flow.makeRoom(height);
  flow.page.image(bytes, MARGIN, flow.y, { fit: [flow.width, height], align: 'center' });
  flow.y += height;
}

function drawShape({ page }: Flow, shape: Shape): void {
  const path = (points: readonly Point[]): void => {
    for (const [index, [x, y]] of points.entries()) index === 0 ? page.moveTo(x, y) : page.lineTo(x, y);
  };
  switch (shape.kind) {
    case 'area':
      for (const ring of [shape.points, ...(shape.holes ?? [])]) {
        path(ring);
        page.closePath();
      }
      page.fill(shape.fill, 'even-odd');
      return;
    case 'line':
      path(shape.points);
      page.lineWidth(shape.width).lineJoin('round').lineCap('round').strokeColor(shape.color).stroke();
      return;
    case 'dot':
      page.circle(...shape.at, shape.radius);
      if (shape.outline) page.lineWidth(shape.radius / 3).fillAndStroke(shape.fill, shape.outline);
      else page.fill(shape.fill);
      return;
  }
}

/** Never mirrored, because a map looks the same in both text directions. */
function drawDrawing(flow: Flow, { size, height, shapes }: Drawing): void {
  flow.makeRoom(height);
  const scale = Math.min(flow.width / size.width, height / size.height);
  const left = MARGIN + (flow.width - size.width * scale) / 2;
  flow.page.save().translate(left, flow.y).scale(scale);
  flow.page.rect(0, 0, size.width, size.height).clip();
  for (const shape of shapes) {
    if (shape.kind === 'dot' || shape.points.length > 1) drawShape(flow, shape);
  }
  flow.page.restore();
  flow.y += size.height * scale;
}

export async function drawBlock(flow: Flow, block: Block): Promise<void> {
  switch (block.kind) {
    case 'heading':
      flow.y += 8;
      // Keeps a heading from being the last line of a page.
      flow.makeRoom(60);
      flow.write(block.text, styles.heading);
      flow.y += 2;
      return;
    case 'paragraph':
      flow.write(block.text, styles[block.tone ?? 'normal']);
      flow.y += 6;
      return;
    case 'facts':
      drawFacts(flow, block);
      flow.y += 8;
      return;
    case 'amounts':
      drawAmounts(flow, block);
      flow.y += 8;
      return;
    case 'table':
      await drawTable(flow, block);
      flow.y += 12;
      return;
    case 'picture':
      drawPicture(flow, block);
      flow.y += 12;
      return;
    case 'drawing':
      drawDrawing(flow, block);
      flow.y += 12;
      return;
  }
}

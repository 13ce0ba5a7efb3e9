import type { Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { Branch } from '../../../kit/draw/symbols.ts';
import { centred, haloed } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import type { Theatre } from '../theatre.ts';
import type { StackView } from '../view.ts';
import type { Kind } from '../vocabulary.ts';
import { BLOCK_SIZE, blockBacks, blockFace } from './block-faces.ts';
import { SIDE_STYLES } from './palette.ts';

const BRANCHES: { readonly [kind in Kind]: Branch | null } = {
  infantry: 'infantry',
  brigade: 'infantry',
  cavalry: 'cavalry',
  artillery: 'artillery',
  heavyArtillery: 'artillery',
  garrison: null,
  hq: null,
};

/** What the blocks of a side in a hex cover; `aside`: −1 left, 1 right, where both sides are in it. */
export function stackBox(plot: HexPlot, { hex, known, count }: StackView, aside: number): Box {
  const { x, y } = middle(plot, hex);
  const faces = plot.scale > 1 && known.length > 0;
  const shown = faces ? (count > 4 ? 112 : count > 1 ? 96 : 78) * (aside === 0 ? 1 : 0.55) : aside === 0 ? 42 : 34;
  const size = (shown * plot.scale) / 2;
  return { x: x + aside * plot.radius * 0.45 - size / 2, y: y - size / 2, width: size, height: size };
}

/** The faces that a viewer sees close by; else their number on a back [14.1, 14.2]. */
export function stackItems(theatre: Theatre, plot: HexPlot, stack: StackView, aside: number): Item[] {
  const { x, y, width } = stackBox(plot, stack, aside);
  const style = SIDE_STYLES[stack.side];
  const faces = plot.scale > 1 ? stack.known : [];
  const hidden = stack.count - faces.length;
  const cells = faces.length + (hidden > 0 ? 1 : 0);
  const columns = Math.ceil(Math.sqrt(cells));
  const scale = width / columns / (BLOCK_SIZE + 4);
  const step = (BLOCK_SIZE + 4) * scale;
  const at = (cell: number) => ({ x: x + (cell % columns) * step, y: y + Math.floor(cell / columns) * step });
  const shown = faces.map(({ id, steps }, cell): Item => {
    const block = theatre.block.get(id);
    const face = { name: block?.name ?? id, branch: BRANCHES[block?.kind ?? 'hq'], steps, full: block?.full ?? steps };
    return { kind: 'group', ...at(cell), scale, items: blockFace(face, style) };
  });
  const backs: Item[] =
    hidden > 0 ? [{ kind: 'group', ...at(faces.length), scale, items: blockBacks(hidden, style) }] : [];
  const cut = stack.supplied
    ? []
    : [haloed(centred('no supply', x + width / 2, y + width + 9 * plot.scale, 8 * plot.scale, INK, 'bold'))];
  return [...shown, ...backs, ...cut];
}

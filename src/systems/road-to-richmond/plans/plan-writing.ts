import { plainName } from '../../../kit/typed-names.ts';
import { type Field, piecesNamed } from '../field.ts';
import type { Order, PieceId, Side } from '../vocabulary.ts';
import { unitName, unitsByName } from '../words/unit-names.ts';

/** Orders as a member would type them: what is read from it are the same orders. */
export function writePlan(field: Field, side: Side, orders: readonly Order[]): string {
  const parts: string[] = [];
  let marching: { names: string[]; where: string } | null = null;
  const set = () => {
    if (marching) parts.push(`${marching.names.join(', ')} ${marching.where}`);
    marching = null;
  };
  for (const order of orders) {
    if (order.verb !== 'move') {
      set();
      parts.push(combatPart(field, side, order));
      continue;
    }
    const where = `${order.by === undefined ? '' : `by ${order.by} `}to ${order.to.replace('-', ' ')}`;
    const isPair = order.unit.includes('+');
    const name = namesFor(field, side, order.unit.split('+')).join(' + ');
    if (!isPair && marching !== null && (marching as { where: string }).where === where) {
      (marching as { names: string[] }).names.push(name);
      continue;
    }
    set();
    if (isPair) parts.push(`${name} ${where}`);
    else marching = { names: [name], where };
  }
  set();
  return parts.join('; ');
}

function combatPart(field: Field, side: Side, order: Exclude<Order, { verb: 'move' }>): string {
  const names = (ids: readonly PieceId[], of: Side = side) => namesFor(field, of, ids).join(', ');
  switch (order.verb) {
    case 'attack':
    case 'bombard': {
      const guns = order.verb === 'attack' ? (order.guns ?? []) : [];
      const with_ = order.with.length > 0 ? ` with ${names(order.with)}` : '';
      return `${order.verb} ${order.target}${with_}${guns.length > 0 ? ` guns ${names(guns)}` : ''} on ${order.column}`;
    }
    case 'cancel':
    case 'fight':
      return `${order.verb} ${order.target}`;
    case 'retreat': {
      const room = order.displacing === undefined ? '' : `, ${names([order.displacing])} makes room`;
      return `retreat ${names([order.unit])} to ${order.to}${room}`;
    }
    case 'lose':
      return `lose ${names(order.units)}`;
    case 'advance':
      if (order.unit === 'none') return 'advance nobody';
      return `advance ${names([order.unit])}${order.to === undefined ? '' : ` into ${order.to}`}`;
    case 'done':
      return order.sure === 'rest' ? 'rest' : 'hold';
    default:
      return order satisfies never;
  }
}

/** Names by which just these units are found, and nothing else that a plan may say. */
function namesFor(field: Field, side: Side, ids: readonly PieceId[]): readonly string[] {
  return piecesNamed(field, ids).map((piece) => {
    const name = unitName(field, piece);
    const isFound = unitsByName(field)[side].get(plainName(name)) === piece.id;
    return isFound && !/[,+&;]| and | at | on | to | with /.test(name) ? name : piece.id;
  });
}

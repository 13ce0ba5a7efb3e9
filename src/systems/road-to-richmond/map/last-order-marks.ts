import type { Moment } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { cutOffAfter, howManyCutOff } from '../rules/combat/fight.ts';
import type { Battle, Event, PieceId, Result, Side } from '../vocabulary.ts';

/** The path of a march, as it is drawn. */
export interface SeenMarch {
  readonly side: Side;
  readonly pieces: readonly PieceId[];
  /** The first is the starting hex or the entry hex. */
  readonly hexes: readonly HexId[];
  readonly how: 'moved' | 'entered' | 'left' | 'retreated' | 'advanced';
}

export interface SeenFight {
  readonly battle: Battle;
  readonly side: Side;
  readonly die: number;
  readonly result: Result;
  /** No unit that had to retreat could, so none is left. */
  readonly cutOff: boolean;
  /** The attackers' hexes during the battle. */
  readonly from: readonly HexId[];
}

export interface SeenLoss {
  readonly side: Side;
  readonly hex: HexId;
  readonly pieces: readonly PieceId[];
}

/** The drawable part of the last events. */
export interface Happened {
  readonly tracks: readonly SeenMarch[];
  readonly fights: readonly SeenFight[];
  readonly losses: readonly SeenLoss[];
  /** Hexes of battles that were planned or cancelled. */
  readonly laid: readonly HexId[];
  readonly alarm: HexId | null;
  /** The phase that began. */
  readonly phase: 'movement' | 'combat' | null;
}

/** @param where the pieces' present places; an attacker that retreated since has an event that says so */
export function happened(moment: Moment<Event> | null, where: { readonly [piece: string]: string }): Happened {
  const tracks: SeenMarch[] = [];
  const fights: SeenFight[] = [];
  const losses: SeenLoss[] = [];
  const laid: HexId[] = [];
  let alarm: HexId | null = null;
  let phase: Happened['phase'] = null;
  const events = moment?.events ?? [];
  for (const event of events) {
    switch (event.type) {
      case 'moved':
      case 'left': {
        const { side, pieces, from, way } = event;
        const how = event.type === 'left' ? 'left' : from === null ? 'entered' : 'moved';
        tracks.push({ side, pieces, hexes: from === null ? way : [from, ...way], how });
        break;
      }
      case 'retreated':
      case 'advanced':
        tracks.push({ side: event.side, pieces: [event.piece], hexes: [event.from, event.to], how: event.type });
        break;
      case 'fought': {
        const { battle, side, die, result } = event;
        fights.push({
          battle,
          side,
          die,
          result,
          cutOff: howManyCutOff(event, cutOffAfter(events, event)) === 'all',
          from: stoodAt(battle.attackers, events, where),
        });
        break;
      }
      case 'lost':
        losses.push({ side: event.side, hex: event.from, pieces: event.pieces });
        break;
      case 'laid':
        laid.push(...event.battle.hexes);
        break;
      case 'struck':
      case 'dropped':
        laid.push(...event.hexes);
        break;
      case 'alarm':
        alarm = event.hex;
        break;
      case 'phase':
        phase = event.kind;
        break;
      default:
    }
  }
  return { tracks, fights, losses, laid, alarm, phase };
}

/** The hexes of pieces before these events moved them. */
function stoodAt(
  pieces: readonly PieceId[],
  events: readonly Event[],
  where: { readonly [piece: string]: string },
): readonly HexId[] {
  const stood = pieces.flatMap((piece) => {
    for (const event of events) {
      if ((event.type === 'retreated' || event.type === 'advanced') && event.piece === piece) return [event.from];
      if (event.type === 'lost' && event.pieces.includes(piece)) return [event.from];
    }
    const hex = where[piece];
    return hex !== undefined && /^\d{4}$/.test(hex) ? [hex] : [];
  });
  return [...new Set(stood)];
}

/** All hexes of the events, the latest last. */
export function scene({ tracks, fights, losses, laid, alarm }: Happened): readonly HexId[] {
  return [
    ...laid,
    ...tracks.flatMap(({ hexes }) => hexes),
    ...losses.map(({ hex }) => hex),
    ...fights.flatMap(({ battle, from }) => [...battle.hexes, ...from]),
    ...(alarm === null ? [] : [alarm]),
  ];
}

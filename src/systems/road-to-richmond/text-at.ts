import { ALL } from '../../game/index.ts';
import type { HexId } from '../../kit/hex/grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { listed } from '../../kit/words.ts';
import { AREAS, type Area, areaOf } from './areas.ts';
import { boardOf } from './board.ts';
import { type Field, HEX_GRID, type Hex, type Hexside, type Piece } from './field.ts';
import { findHex, findUnit, hexLabel, sideAdjective, sidePeople, unitLabel } from './names.ts';
import { conditions, whereabouts } from './roster.ts';
import { isOnMap } from './state.ts';
import { text, wholeLines } from './text.ts';
import type { View } from './view.ts';
import { otherSide, SIDES, type Terrain } from './vocabulary.ts';

/** How far round a place its text looks. */
const ROUND = 3;

/** A hex with what is round it, a unit, or an area; anything else is the whole field. */
export function textAt(field: Field, view: View, place: string): string {
  if (place === ALL) return text(field, view, true);
  const area = AREAS.find(({ id }) => id === place);
  if (area) return areaText(field, view, area);
  const unit = findUnit(field, place);
  const piece = unit === null ? undefined : field.piece.get(unit);
  if (piece) return pieceText(field, view, piece);
  const hex = findHex(field, place);
  return hex === null ? text(field, view, true) : wholeLines(hexLines(field, view, hex));
}

function areaText(field: Field, view: View, area: Area): string {
  const board = boardOf(field, view);
  const held = field.hexes.filter((hex) => areaOf(field, hex) === area && board.at(hex).length > 0);
  const places = field.hexes.filter((hex) => areaOf(field, hex) === area && field.hex.get(hex)?.name);
  return wholeLines([
    `**${area.name}**`,
    ...(places.length > 0 ? [`Places: ${places.map((hex) => hexLabel(field, hex)).join(', ')}.`] : []),
    ...(held.length > 0 ? held.map((hex) => `- ${stackLine(field, view, hex)}`) : ['Nobody stands there.']),
  ]);
}

function pieceText(field: Field, view: View, piece: Piece): string {
  const where = view.where[piece.id];
  const head = `**${unitLabel(piece)}**, ${sideAdjective(piece.side)} ${piece.kind}: ${whereabouts(field, view, piece)}.`;
  return isOnMap(where) ? wholeLines([head, ...hexLines(field, view, where)]) : head;
}

function hexLines(field: Field, view: View, id: HexId): string[] {
  const hex = field.hex.get(id);
  if (!hex) return [];
  const board = boardOf(field, view);
  const near = field.hexes
    .filter((other) => other !== id && board.at(other).length > 0 && HEX_GRID.distance(id, other) <= ROUND)
    .sort((a, b) => HEX_GRID.distance(id, a) - HEX_GRID.distance(id, b));
  return [
    `**${hexLabel(field, id)}**: ${groundOf(hex)}.`,
    ...(board.at(id).length > 0 ? [stackLine(field, view, id)] : ['Nobody stands there.']),
    ...controlLine(field, view, id),
    ...sideLines(field, hex),
    ...(near.length > 0 ? [`**Within ${ROUND} hexes:**`] : []),
    ...near.map((other) => `- ${away(id, other)}: ${stackLine(field, view, other)}`),
  ];
}

const GROUND: { readonly [terrain in Terrain]: string } = {
  clear: 'clear ground',
  town: 'a town',
  forest: 'forest',
  rough: 'rough ground, defenders doubled',
  forest_rough: 'swamp forest, defenders doubled',
};

function groundOf({ terrain }: Hex): string {
  return GROUND[terrain];
}

function stackLine(field: Field, view: View, hex: HexId): string {
  const pieces = boardOf(field, view).at(hex);
  const [first] = pieces;
  const told = pieces.map((piece) => [unitLabel(piece), ...conditions(view, piece)].join(', '));
  return `${hexLabel(field, hex)}, ${first ? sideAdjective(first.side) : 'nobody'}: ${listed(told)}.`;
}

function controlLine(field: Field, view: View, hex: HexId): string[] {
  const board = boardOf(field, view);
  const by = SIDES.filter((side) => board.controls(side, hex) && board.holder(hex) !== side);
  if (by.length === 0) return [];
  const whose = by.map((side) => sidePeople(side)).join(' and of ');
  const held = board.holder(hex) !== null && by.includes(otherSide(board.holder(hex) ?? 'union'));
  return [`In the control of ${whose}${held ? ': whoever stands there cannot move' : ''}.`];
}

const DIRECTIONS = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'] as const;

/** Ways out of a hex and waters round it, by direction. */
function sideLines(field: Field, { id }: Hex): string[] {
  const told = sidesOf(field, id).flatMap((side) => {
    const what = sideWords(side);
    return what === '' ? [] : [`${DIRECTIONS[side.direction]} ${what}`];
  });
  return told.length === 0 ? [] : [`Sides: ${told.join('; ')}.`];
}

function sideWords({ link, water, waterName, crossing, crossingName, redoubt }: Hexside): string {
  const works = redoubt === null ? '' : redoubt === 'out' ? 'a redoubt facing out' : 'the face of a redoubt';
  const over = crossing === null ? '' : (crossingName ?? `a ${crossing}`);
  const wet = water === null ? '' : (waterName ?? water);
  const name = [over, wet].filter((part) => part !== '').join(' over ');
  return [link === null ? '' : `a ${link}`, name, works].filter((part) => part !== '').join(', ');
}

/** "2 hexes north-east": how far, and roughly which way. */
function away(from: HexId, to: HexId): string {
  const far = HEX_GRID.distance(from, to);
  const across = Number(to.slice(0, 2)) - Number(from.slice(0, 2));
  const half = (hex: HexId) => Number(hex.slice(2)) + (Number(hex.slice(0, 2)) % 2 === 0 ? 0.5 : 0);
  const down = half(to) - half(from);
  const vertical = Math.abs(down) < 0.5 ? '' : down < 0 ? 'north' : 'south';
  const horizontal = Math.abs(across) * 2 < Math.abs(down) ? '' : across < 0 ? 'west' : across > 0 ? 'east' : '';
  const way = [vertical, horizontal].filter((part) => part !== '').join('-');
  return `${far} ${far === 1 ? 'hex' : 'hexes'} ${way}`;
}

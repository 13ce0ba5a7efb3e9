import THEATRES from '../../../../assets/sam-grant/theatres.json' with { type: 'json' };
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { findHex, hexLabel } from '../../../kit/hex/hex-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { atMost, capital, count, plural, several, upTo } from '../../../kit/plain-english.ts';
import { sideNames } from '../../../kit/shared-vocabulary.ts';
import { nameIndex, nameKey } from '../../../kit/typed-names.ts';
import type { Theatre } from '../theatre.ts';
import {
  type BlockId,
  type Card,
  type Front,
  isSupply,
  type Kind,
  type Mode,
  numberOf,
  type Side,
  type Stance,
} from '../vocabulary.ts';

export const { sideName, sideAdjective, sidePeople, sideDoes } = sideNames<Side>('usa');

export const FRONT_NAMES: { readonly [front in Front]: string } = { west: 'West', east: 'East' };

/** Texts of one theatre and not of the other. */
export function wordsOf({ id }: Pick<Theatre, 'id'>) {
  return THEATRES[id];
}

export const KIND_NAMES: { readonly [kind in Kind]: string } = {
  infantry: 'infantry',
  brigade: 'brigade',
  cavalry: 'cavalry',
  artillery: 'artillery',
  heavyArtillery: 'heavy artillery',
  garrison: 'garrison',
  hq: 'Supreme HQ',
};

/** How the Supreme HQ sends blocks: as a choice, in a sentence, and as typed. */
export const MODE_WORDS: {
  readonly [mode in Mode]: { readonly name: string; readonly by: string; readonly typed: string };
} = {
  rail: { name: 'By rail', by: 'by rail', typed: 'rail' },
  river: { name: 'By ship', by: 'by ship', typed: 'ship' },
  crossing: { name: 'Across a major river', by: 'across the river', typed: 'cross' },
};

export const STANCES: { readonly [stance in Stance]?: string } = {
  stand: 'stand',
  leave: 'retreat at once',
  'leave-1': 'retreat after round 1',
  'leave-2': 'retreat after round 2',
  ask: 'ask me each time',
};

/** "stand", "retreat when under 5 steps in all" */
export function stanceWords(stance: Stance): string {
  return STANCES[stance] ?? `retreat when under ${stance.slice('below-'.length)} steps in all`;
}

/** "May–June"; in a campaign "May–June 1863", "November–December (Winter 1863)" */
export function turnName({ scenario: { turnNames } }: Theatre, turn: number, year?: string): string {
  const name = turnNames[(turn - 1) % turnNames.length] ?? '';
  if (year === undefined) return name;
  return name.endsWith(')') ? `${name.slice(0, -1)} ${year})` : `${name} ${year}`;
}

export function cutWords(cards: string | number): string {
  return `${cards} ${plural(Number(cards), 'card', 'cards')}`;
}

/** "McCook", "Memphis garrison": a block is never called like a place. */
export function blockName(theatre: Theatre, id: BlockId): string {
  const block = theatre.block.get(id);
  if (!block) return 'a block';
  const isPlace = block.kind === 'garrison' && theatre.placeNames.has(block.name);
  return isPlace ? `${block.name} garrison` : block.name;
}

/** "Fort Donelson", "near Paducah" */
export function placeName(theatre: Theatre, hex: HexId): string {
  return hexLabel(theatre, hex).replace(/^\d{4} /, '');
}

/** Most letters of a name on a block. */
const ON_BLOCK = 10;

/**
 * A short name for a block on the map: "Crittenden", "Kentucky" for the Kentucky cavalry. The block's symbol says the
 * rest.
 */
export function nameOnBlock(theatre: Theatre, id: BlockId, hex: HexId): string {
  const block = theatre.block.get(id);
  if (!block) return '';
  if (block.kind === 'garrison' && theatre.hex.get(hex)?.name === block.name) return 'Garrison';
  const name = block.name
    .replace(/^(Union|Confederate) (?=\w+ )/, '')
    .replace(/ (cavalry|artillery|battery|brigade|division|train)$/, '')
    .replace('Division', 'Div.');
  const shorter = [name, name.replace(/^(\w\. )+/, ''), name.split(' ').at(-1) ?? name];
  return capital(shorter.find(({ length }) => length <= ON_BLOCK) ?? (shorter.at(-1) as string));
}

/** "Hard", "C. F. Sm": the shortest beginning of a name that no other block shares. */
export function blockBriefly(theatre: Theatre, id: BlockId): string {
  return beginnings(theatre).get(id) ?? blockName(theatre, id);
}

/** The fewest letters of such a beginning. */
const BRIEF = 4;

const beginnings = oncePer((theatre: Theatre) => {
  const names = theatre.blocks.map(({ id }) => ({ id, name: blockName(theatre, id) }));
  return new Map(
    names.map(({ id, name }) => {
      let letters = (/^(?:\w\. )*/.exec(name)?.[0] ?? '').length + BRIEF;
      const isShared = () =>
        names.some((other) => other.id !== id && other.name.startsWith(name.slice(0, letters).trimEnd()));
      while (letters < name.length && isShared()) letters += 1;
      return [id, name.slice(0, letters).trimEnd()];
    }),
  );
});

export function blockNames(theatre: Theatre, ids: readonly BlockId[], most = 6): string {
  const names = ids.map((id) => blockName(theatre, id));
  return atMost(names, most);
}

/** "three Confederate blocks" */
export function sideBlocks(number: number, side: Side): string {
  return several(number, `${sideAdjective(side)} block`);
}
/** "2 actions left" */
export function actionsLeft(number: number): string {
  return `${number === 0 ? 'no actions' : count(number, 'action')} left`;
}

/** "1", "1–3": the faces up to a number. */
export function facesUpTo(most: number): string {
  return most > 1 ? upTo(most) : `${most}`;
}

/** In a sentence: "card 3", "Supply 2". */
export function cardInWords(card: Card): string {
  return isSupply(card) ? cardName(card) : `card ${cardName(card)}`;
}

export function cardName(card: Card): string {
  return isSupply(card) ? `Supply ${numberOf(card)}` : card;
}

const blockIndex = oncePer((theatre: Theatre) =>
  nameIndex(theatre.blocks, ({ id }) => id, [
    ({ id }) => [id],
    ({ name }) => [name],
    ({ id }) => [blockName(theatre, id)],
  ]),
);

export function findBlock(theatre: Theatre, text: string): BlockId | null {
  const id = text.trim().toLowerCase();
  return theatre.block.has(id) ? id : (blockIndex(theatre).get(nameKey(text)) ?? null);
}

/** Finds `2007`, "2007 Bowling Green" or "Bowling Green"; for a battle also `2007 by 2107`, or "via". */
export function findPlace(theatre: Theatre, text: string): string | null {
  const [, first = text, by] = /^(.*?)\s+(?:by|from|via)\s+(\d{4})\s*$/i.exec(text) ?? [];
  const hex = findHex(theatre, first);
  if (hex === null || (by !== undefined && !theatre.hex.has(by))) return null;
  return by === undefined ? hex : `${hex} by ${by}`;
}

/** "The Confederates offer Hardee for McCook" */
export function offerOf(side: Side, give: string, take: string): string {
  return offerWords(sideDoes(side, 'offers', 'offer'), sideDoes(side, 'asks for', 'ask for'), give, take);
}

/** "offers Hardee for McCook", "asks for McCook": an exchange of prisoners. */
export function offerWords(gives: string, asks: string, give: string, take: string): string {
  if (give === '') return `${asks} ${take}`;
  return take === '' ? `${gives} ${give}` : `${gives} ${give} for ${take}`;
}

/** A move in one line: "2206: McCook, Negley 2107, cavalry to 2108 via 2107". */
export interface MoveLine {
  readonly from: string;
  /** The blocks that go to each place, as typed. */
  readonly going: ReadonlyMap<string, readonly string[]>;
  /** Blocks with no place after them. */
  readonly nowhere: readonly string[];
}

/** Reads a move in one line; `null` if the text has another form. */
export function readMoveLine(text: string): MoveLine | null {
  const [, from, rest] = /^\s*([^:]+?)\s*:(.+)$/s.exec(text) ?? [];
  if (from === undefined || rest === undefined) return null;
  const going = new Map<string, readonly string[]>();
  let waiting: string[] = [];
  for (const part of rest.split(',')) {
    const found = PLACED.exec(part) ?? SENT.exec(part);
    const [name = part, to] = found ? [found[1], found[2]] : [];
    if (name.trim() !== '') waiting.push(name.trim());
    if (to === undefined) continue;
    const place = to.replace(/\s+/g, ' ').toLowerCase();
    going.set(place, [...(going.get(place) ?? []), ...waiting]);
    waiting = [];
  }
  return { from, going, nowhere: waiting };
}

const PLACED = /^\s*(.*?)\s+(?:to\s+)?(\d{4}(?:\s+(?:by|via|from)\s+\d{4})?)\s*$/is;
const SENT = /^\s*(.*?)\s+to\s+(.+?)\s*$/is;

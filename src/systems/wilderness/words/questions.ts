import type { Asking, Choice, Draft, OpenSlot, Question, SeatId } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { choice } from '../../../kit/order-rules.ts';
import { compact, count, linesWithin } from '../../../kit/plain-english.ts';
import { isRiver, type Piece, pieceOf } from '../board.ts';
import { strengthLeft } from '../rules/combat/aftermath.ts';
import { hastyIn } from '../rules/combat/attack.ts';
import { type AttackOrder, forecastFor } from '../rules/combat/attack-forecast.ts';
import { attackOf } from '../rules/combat/odds.ts';
import { momentOf, next } from '../rules/legality.ts';
import type { Moment } from '../rules/moment.ts';
import { pointsLeft, reachFrom, slowest } from '../rules/movement/march.ts';
import { probeModifier, SUCCESS } from '../rules/movement/probe.ts';
import { rideCost } from '../rules/movement/transport.ts';
import { type HexUse, hexUse, isLong } from '../rules/useful-hexes.ts';
import type { State } from '../state.ts';
import { apart, type Theatre } from '../theatre.ts';
import { ORDERS, type Side, type SlotKind, type UnitId, type Verb } from '../vocabulary.ts';
import { oddsInFull, oddsLine, oddsNote, probeHint } from './attack-odds.ts';
import { hexChoice, unitChoice, unitName, unitsLabel } from './names.ts';
import { CHOICES, STEP_WORDS, verbLabel } from './orders.ts';

/** Words of a slot's question. */
interface SlotWords {
  readonly prompt: string;
  /** Replaces the usual words for a value of this kind. */
  choice?(moment: Moment, draft: Draft, value: string): Choice;
  /** A note above the list, such as the odds of an attack. Markdown, at most 900 characters. */
  note?(moment: Moment, draft: Draft, values: readonly string[]): string | null;
}

const WORDS: { readonly [V in Verb]: { readonly [S in keyof (typeof ORDERS)[V]]: SlotWords } } = {
  place: { unit: { prompt: 'Which counter do you place?', choice: placed }, hex: { prompt: 'In which hex?' } },
  reinforce: { unit: { prompt: 'Which unit gets points?' }, points: { prompt: 'How many strength points?' } },
  transfer: {
    from: { prompt: 'Which unit gives points?' },
    to: { prompt: 'Which unit gets them?' },
    points: { prompt: 'How many strength points?' },
  },
  move: {
    from: {
      prompt: 'From which hex?',
      choice: ({ theatre, board, side }, _draft, hex) => stackChoice(theatre, hex, board.own(side, hex)),
    },
    units: { prompt: 'Who marches?', choice: marching },
    to: { prompt: 'Where to?', choice: marchingTo },
  },
  rail: { unit: { prompt: 'Who goes by rail?' }, to: { prompt: 'To which hex of the railroad?', choice: ridingTo } },
  detrain: { unit: { prompt: 'Who leaves the train?' } },
  sea: { unit: { prompt: 'Who goes by sea?' }, to: { prompt: 'To which port?' } },
  entrench: { unit: { prompt: 'Who entrenches?' } },
  probe: {
    unit: { prompt: 'Which cavalry probes?' },
    target: {
      prompt: 'Which hex does it probe?',
      choice: (moment, _draft, hex) => hexChoice(moment.theatre, hex, probeHint(SUCCESS - probeModifier(moment, hex))),
    },
  },
  hasty: {
    from: {
      prompt: 'From which hex?',
      choice: (moment, _draft, hex) => stackChoice(moment.theatre, hex, hastyIn(moment, hex)),
    },
    units: { prompt: 'Who attacks?' },
    target: {
      prompt: 'Which hex do you attack?',
      choice: (moment, draft, target) => targetChoice(moment, hastyOn(draft, target)),
      note: hastyNote,
    },
  },
  attack: {
    target: { prompt: 'Which hex do you attack?', choice: attackedBy('attack') },
    with: { prompt: 'Who attacks?', choice: attacker, note: attackNote('attack') },
  },
  charge: {
    target: { prompt: 'Which hex does your cavalry attack?', choice: attackedBy('charge') },
    with: { prompt: 'Which cavalry attacks?', note: attackNote('charge') },
  },
  lose: {
    unit: { prompt: 'Which unit takes losses?', choice: losing },
    points: { prompt: 'How many strength points?' },
  },
  advance: { with: { prompt: 'Who advances?' } },
  claim: { hex: { prompt: 'What do you claim?' } },
  show: { unit: { prompt: 'Which counter do you show?' } },
  done: {},
};

const CHOICE: { readonly [kind in SlotKind]: (moment: Moment, value: string) => Choice } = {
  unit: unitChoice,
  list: unitChoice,
  units: ({ theatre }, value) => choice(value, unitsLabel(theatre, apart(value))),
  hex: ({ theatre }, hex) => hexChoice(theatre, hex),
  points: (_moment, value) => choice(value, value),
};

function wordsOf(verb: Verb, slot: string): SlotWords {
  return (WORDS[verb] as { readonly [slot: string]: SlotWords })[slot] as SlotWords;
}

/** Puts an open slot into words. */
export function question(theatre: Theatre, state: State, seat: SeatId, draft: Draft, open: OpenSlot): Question {
  const { slot, several } = open;
  const side = seat as Side;
  const plain = choicesOf(theatre, state, side, draft, open);
  if (slot === 'verb') return { slot, prompt: 'What is your order?', choices: plain };
  const { prompt, note } = wordsOf(draft.verb as Verb, slot);
  const values = plain.map(({ value }) => value);
  const advice = values.length > 0 ? (note?.(momentOf(theatre, state, side), draft, values) ?? null) : null;
  return {
    slot,
    prompt,
    choices: isLong(theatre, open) ? withUses(theatre, state, side, plain) : plain,
    ...(several ? { several } : {}),
    ...(advice === null ? {} : { note: advice }),
  };
}

/** The values of an open slot with their labels. */
export function choicesOf(
  theatre: Theatre,
  state: State,
  side: Side,
  draft: Draft,
  { slot, choices }: OpenSlot,
): readonly Choice[] {
  if (slot === 'verb') return choices.map(({ value }) => choice(value, verbLabel(value as Verb, state.step)));
  const moment = momentOf(theatre, state, side);
  const verb = draft.verb as Verb;
  const special = wordsOf(verb, slot).choice;
  const usual = CHOICE[(ORDERS[verb] as { readonly [slot: string]: SlotKind })[slot] as SlotKind];
  return choices.map(({ value }) => special?.(moment, draft, value) ?? usual(moment, value));
}

const USES: { readonly [use in HexUse]: string } = {
  scores: 'scores points',
  besideEnemy: 'next to the enemy',
  withYours: 'with yours',
};

/** Adds the uses of hexes to their hints. */
export function withUses(theatre: Theatre, state: State, side: Side, choices: readonly Choice[]): readonly Choice[] {
  const useOf = hexUse(theatre, state, side);
  return choices.map((one) => {
    const use = useOf(one.value);
    return choice(one.value, one.label, compact(one.hint, use && USES[use]).join(', '));
  });
}

/** The prompt of a step or a choice, which everybody sees. */
export function asking({ pending: [pending], step }: State): Asking {
  return { prompt: (pending ? CHOICES[pending.kind] : STEP_WORDS[step]).prompt };
}

function placed({ theatre, board }: Moment, _draft: Draft, id: UnitId): Choice {
  const hex = board.piece(id)?.hex;
  return choice(id, unitName(theatre, id), hex && `now in ${hex}`);
}

function stackChoice(theatre: Theatre, hex: HexId, pieces: readonly Piece[]): Choice {
  const ids = pieces.map(({ unit }) => unit);
  return hexChoice(theatre, hex, unitsLabel(theatre, ids, 40));
}

function marching(moment: Moment, _draft: Draft, value: string): Choice {
  const left = count(leftOf(moment, value), 'movement point');
  return choice(value, unitsLabel(moment.theatre, apart(value)), `${left} left`);
}

function leftOf(moment: Moment, units: string): number {
  const pieces = apart(units).map((id) => pieceOf(moment.board, id));
  return slowest(moment, pieces);
}

function marchingTo(moment: Moment, { from, units }: Draft, goal: HexId): Choice {
  const left = leftOf(moment, units as string);
  const cost = reachFrom(moment, from as HexId, left).get(goal)?.cost ?? 0;
  return hexChoice(moment.theatre, goal, `${cost} of ${left}`);
}

/** A rail move to the unit's own hex means that it only entrains. */
function ridingTo(moment: Moment, { unit }: Draft, hex: HexId): Choice {
  const piece = pieceOf(moment.board, unit as UnitId);
  const price = `${rideCost(moment, piece, hex)} of ${pointsLeft(moment.theatre, piece)}`;
  return hexChoice(moment.theatre, hex, hex === piece.hex ? `entrains here, ${price}` : price);
}

function losing({ theatre, state }: Moment, _draft: Draft, id: UnitId): Choice {
  const kind = theatre.fort.has(id) ? 'fortification, ' : '';
  return choice(id, unitName(theatre, id), `${kind}${strengthLeft(theatre, state, id)}`);
}

function attacker(moment: Moment, { target }: Draft, id: UnitId): Choice {
  const piece = pieceOf(moment.board, id);
  const across = isRiver(moment.theatre, piece.hex, target as HexId) ? ' across the river' : '';
  return { ...unitChoice(moment, id), hint: `${attackOf(moment, piece, false)}, from ${piece.hex}${across}` };
}

/** A target hex with the forecast of the attack. */
function targetChoice(moment: Moment, order: AttackOrder): Choice {
  const forecast = forecastFor(moment, order);
  return hexChoice(moment.theatre, order.target, forecast ? oddsLine(forecast) : undefined);
}

/** A target hex with the forecast of an attack by all units that can join. */
function attackedBy(verb: 'attack' | 'charge') {
  return (moment: Moment, _draft: Draft, target: HexId): Choice => {
    const all = next(moment.theatre, moment.state, moment.side, { verb, target });
    const units = all.complete ? [] : all.question.choices.map(({ value }) => value);
    return targetChoice(moment, { verb, target, with: units });
  };
}

/** The full forecast of an attack, above the list of its units. */
function attackNote(verb: 'attack' | 'charge') {
  return (moment: Moment, { target }: Draft, units: readonly UnitId[]): string | null => {
    const forecast = forecastFor(moment, { verb, target: target as HexId, with: units });
    return forecast && oddsNote(moment.theatre, units.length, forecast);
  };
}

function hastyOn({ from, units }: Draft, target: HexId): AttackOrder {
  return { verb: 'hasty', from: from as HexId, units: units as string, target };
}

function hastyNote(moment: Moment, draft: Draft, targets: readonly HexId[]): string {
  const notes = targets.flatMap((target) => {
    const forecast = forecastFor(moment, hastyOn(draft, target));
    const { label } = hexChoice(moment.theatre, target);
    return forecast ? [`${label}: ${oddsInFull(moment.theatre, forecast).join('\n- ')}`] : [];
  });
  return linesWithin(notes, LONGEST_NOTE).join('\n');
}

const LONGEST_NOTE = 900;

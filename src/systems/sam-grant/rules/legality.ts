import { type Order as AnyOrder, ask, type Choice, type Draft, type Legality, type Next } from '../../../game/index.ts';
import { type DraftStep, NOTHING, ordersInstead, through } from '../../../kit/draft-steps.ts';
import { battleHexes, blocksAt, stepsOf } from '../board.ts';
import type { Battle, State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { CUTS, isSide, LETTERS, type Order, otherSide, SIDES, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { blockChoice, cardChoice, cutChoice, endText, hexChoice, QUESTIONS } from '../words/questions.ts';
import { planSteps } from './battle/battle-plans.ts';
import { canRetreat, waysBack } from './battle/retreats.ts';
import { actionsOf } from './cards.ts';
import { offerSteps } from './exchange.ts';
import { moveSteps, regroupSteps, startsOf } from './movement/group-move.ts';
import { modesOpen, strategicSteps } from './movement/strategic-move.ts';
import { hungerOf, loseSteps } from './supply/attrition.ts';
import { braggSites, buildable, buildSteps } from './supply/builds.ts';
import { canSupply, supplySteps } from './supply/supply-card.ts';

/** The sides that are to decide now: both where they choose in secret. */
export function deciding(state: State): readonly Side[] {
  const { phase, battle, offer, active } = state;
  if (phase === 'over') return [];
  if (phase === 'cut') return SIDES.filter((side) => state.cuts[side] === null);
  if (phase === 'cards') return SIDES.filter((side) => state.chosen[side] === null);
  if (phase === 'battles' && battle) {
    if (battle.waiting) return [battle.waiting.side];
    return SIDES.filter((side) => battle.plans[side] === null);
  }
  return [phase === 'exchange' && offer ? otherSide(offer.by) : active];
}

/** Verbs that begin a legal order of a side that is to decide. */
export function verbsOpen(theatre: Theatre, state: State, side: Side): readonly Verb[] {
  switch (state.phase) {
    case 'cut':
      return ['cut'];
    case 'cards':
      return ['card'];
    case 'supply':
      return canSupply(theatre, state, side) ? ['supply', 'done'] : ['done'];
    case 'actions':
      return actionVerbs(theatre, state, side);
    case 'battles':
      return [state.battle ? (state.battle.waiting?.for ?? 'battle-plan') : 'battle'];
    case 'attrition':
      return ['lose'];
    case 'exchange':
      return state.offer ? ['accept', 'decline'] : ['offer', 'done'];
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

/** While there are actions left; no move after a build [5.1]. */
function actionVerbs(theatre: Theatre, state: State, side: Side): readonly Verb[] {
  const left = actionsOf(state, side) - state.used > 0;
  const mayMove = left && !state.built;
  return [
    ...(mayMove && startsOf(theatre, state, side).length > 0 ? ['move' as const] : []),
    ...(mayMove && modesOpen(theatre, state, side).length > 0 ? ['strategic' as const] : []),
    ...(left && buildable(theatre, state, side).length > 0 ? ['build' as const] : []),
    ...(left && side === 'csa' && braggSites(theatre, state).length > 0 ? ['bragg' as const] : []),
    'done',
  ];
}

/** The slots of a verb. */
function stepsFor(theatre: Theatre, state: State, side: Side, verb: Verb): readonly DraftStep[] {
  const hexes = (slot: string, prompt: string, choices: readonly Choice[]): readonly DraftStep[] => [
    () => ({ slot, prompt, choices }),
  ];
  switch (verb) {
    case 'cut':
      return hexes('cards', QUESTIONS.cut, CUTS.map(cutChoice));
    case 'card':
      return hexes('card', QUESTIONS.card, [...new Set(state.hands[side])].map(cardChoice));
    case 'supply':
      return supplySteps(theatre, state, side);
    case 'move':
      return moveSteps(theatre, state, side);
    case 'strategic':
      return strategicSteps(theatre, state, side);
    case 'build':
      return buildSteps(theatre, state, side);
    case 'bragg':
      return hexes(
        'hex',
        QUESTIONS.bragg,
        braggSites(theatre, state).map((hex) => hexChoice(theatre, hex)),
      );
    case 'battle':
      return hexes(
        'hex',
        QUESTIONS.battle,
        battleHexes(theatre, state).map((hex) => hexChoice(theatre, hex)),
      );
    case 'battle-plan':
      return planSteps(theatre, state, state.battle as Battle, side);
    case 'fire':
      return [() => fireQuestion(theatre, state, state.battle as Battle, side)];
    case 'regroup':
      return regroupSteps(theatre, state, side, (state.battle as Battle).hex);
    case 'lose': {
      const hunger = hungerOf(theatre, state, side);
      return hunger ? loseSteps(theatre, state, hunger) : [];
    }
    case 'offer':
      return offerSteps(theatre, state, side);
    case 'accept':
    case 'decline':
    case 'done':
      return [];
    default:
      return verb satisfies never;
  }
}

/** Who retreats in place of firing: those that can, as many as there is room for [14.6]. */
function fireQuestion(theatre: Theatre, state: State, battle: Battle, side: Side) {
  const letter = battle.waiting?.for === 'fire' ? battle.waiting.letter : LETTERS[0];
  const ready = blocksAt(theatre, state, battle.hex, side).filter(
    (block) =>
      block.letter === letter &&
      !battle.acted.includes(block.id) &&
      !battle.reserves.includes(block.id) &&
      canRetreat(theatre, state, battle, block),
  );
  const room = [...waysBack(theatre, state, battle, side).values()].reduce((sum, one) => sum + one, 0);
  const choices = ready.map((block) => blockChoice(block, stepsOf(state, block.id), false));
  const prompt = QUESTIONS.leave(battle.round, letter);
  return { slot: 'leave', prompt, choices, several: { least: 0, most: Math.max(1, Math.min(ready.length, room)) } };
}

/** Everything that may be done in a position, slot by slot: the one place that says what is legal. */
export function next(theatre: Theatre, state: State, seat: string, draft: Draft): Next {
  if (!isSide(seat) || !deciding(state).includes(seat)) return NOTHING;
  const verbs = verbsOpen(theatre, state, seat);
  if (draft.verb === undefined)
    return ask({
      slot: 'verb',
      prompt: QUESTIONS.order,
      choices: verbs.map((verb) => ({ value: verb, label: verb === 'done' ? endText(state) : verbLabel(verb) })),
    });
  const verb = verbs.find((one) => one === draft.verb);
  return verb === undefined ? NOTHING : through(draft, stepsFor(theatre, state, seat, verb));
}

/** The same for one theatre, as `src/game` asks it. */
export function legality(theatre: Theatre): Legality<State> {
  return { next: (state, seat, draft) => next(theatre, state, seat, draft) };
}

/** What may be done instead of an order: a little of what begins as it does, or of everything. */
export function alternatives(theatre: Theatre, state: State, side: Side, order: Order | null): readonly AnyOrder[] {
  const { verb, ...slots } = order ?? {};
  const named = Object.entries(slots).slice(0, 2);
  const beginnings = verb === undefined ? [] : [2, 1, 0].filter((many) => many <= named.length);
  const drafts = beginnings.map((many): Draft => ({ verb, ...Object.fromEntries(named.slice(0, many)) }) as Draft);
  return ordersInstead(legality(theatre), state, side, drafts, VERBS, { alike: 3, each: 2, all: 6 });
}

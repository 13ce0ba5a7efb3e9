import { hexBriefly } from '../../../kit/hex/hex-names.ts';
import { capital, count, listed } from '../../../kit/plain-english.ts';
import { isHex } from '../board.ts';
import { startsOf } from '../rules/movement/group-move.ts';
import { canActivate, hqOf, modesOpen } from '../rules/movement/strategic-move.ts';
import { buildable, sitesFor } from '../rules/supply/builds.ts';
import type { State } from '../state.ts';
import { blockOf, type Theatre } from '../theatre.ts';
import { holderOf, positionFromView, type View } from '../view.ts';
import { CARDS, isSide, type Mode, otherSide, SIDES, type Side } from '../vocabulary.ts';
import { agenda } from './agenda.ts';
import { chosenLine, pointsLine, stackWords, summary } from './game-status.ts';
import { blockName, blockNames, blocksWord, cardName, KIND_NAMES, SIDE_NAMES, sidePeople, stepsWord } from './names.ts';
import { BY_MODE } from './order-label.ts';
import { promptOf } from './prompts.ts';
import { levelParts, suddenLine } from './rule-facts.ts';

/** The whole position for members who don't see the picture: tasks, how the game is won, losses, cards, then all blocks. */
export function positionText(theatre: Theatre, view: View): string {
  return [
    summary(theatre, view),
    ...agenda(theatre, view),
    ...nowLines(theatre, view),
    ...winLines(theatre, view),
    ...lossLines(theatre, view),
    ...cardLines(theatre, view),
    ...riverLines(theatre, view),
    ...SIDES.flatMap((side) => stackLines(theatre, view, side)),
  ].join('\n');
}

/** The question to the viewer's side, and its possible orders. */
function nowLines(theatre: Theatre, view: View): string[] {
  const { viewer, deciding, phase } = view;
  if (!isSide(viewer) || phase === 'over') return [];
  if (!deciding.includes(viewer)) return ['**You** have nothing to decide now.'];
  const guess = positionFromView(theatre, view, viewer);
  return [
    `**You:** ${capital(promptOf(theatre, guess, viewer))}`,
    ...(phase === 'actions' && view.actions.left > 0 ? actionLines(theatre, guess, viewer) : []),
  ];
}

/** Blocks that can move, ways of the Supreme HQ to send blocks, and blocks that can be built, each with its places. */
function actionLines(theatre: Theatre, state: State, side: Side): string[] {
  const starts = state.built ? [] : startsOf(theatre, state, side);
  const modes = state.built ? [] : modesOpen(theatre, state, side);
  const blocks = buildable(theatre, state, side);
  const sites = new Set(blocks.flatMap((block) => sitesFor(theatre, state, block)));
  const names = (hexes: Iterable<string>) => listed([...hexes].map((hex) => hexBriefly(theatre, hex)));
  const pool = blocks.map(({ id, kind, full }) => `${blockName(theatre, id)} (${KIND_NAMES[kind]} ${full})`);
  return [
    ...(starts.length > 0 ? [`You can move blocks from ${names(starts)}.`] : []),
    ...hqLine(theatre, state, side, modes),
    ...(pool.length > 0 ? [`You can build ${listed(pool, ' or ')}, at ${names(sites)}.`] : []),
  ];
}

/** Names the hex of the Supreme HQ, and says how it can send blocks, or why it can't [5.6]. */
function hqLine(theatre: Theatre, state: State, side: Side, modes: readonly Mode[]): string[] {
  const hq = hqOf(theatre, side);
  const at = hq && state.blocks[hq.id]?.at;
  if (!hq || at === undefined || !isHex(at)) return ['Your Supreme HQ is not on the map.'];
  const who = `Your Supreme HQ is ${blockName(theatre, hq.id)} in ${hexBriefly(theatre, at)}`;
  const ways = modes.map((mode) => BY_MODE[mode]);
  return modes.length > 0
    ? [`${who}. It can send blocks of any one hex ${listed(ways, ' or ')} and loses a step for it.`]
    : [
        `${who}. It can’t send blocks now${canActivate(theatre, state, side) ? '' : ': it needs supply, and a step to spare'}.`,
      ];
}

/** Names the holders of the cities that give the Union the Mississippi [11.2]. */
function riverLines(theatre: Theatre, view: View): string[] {
  const cities = theatre.scenario.mississippi;
  if (cities.length === 0) return [];
  const held = cities.map((hex) => {
    const holder = holderOf(theatre, view, hex);
    return `${hexBriefly(theatre, hex)} ${holder ? `held by ${sidePeople(holder)}` : 'fought for'}`;
  });
  const now = view.river ? 'The Union controls the Mississippi.' : 'The Union doesn’t control the Mississippi.';
  return [
    `${now} For that it must hold all of these as cards are opened: ${listed(held)}. Confederate builds and Supply cards east of the river then bring a step less.`,
  ];
}

function winLines(theatre: Theatre, view: View): string[] {
  const { timePoints } = theatre.scenario.victory;
  return [
    `**How to win:** each side scores the cities it takes from the other; the Confederates also get ${count(timePoints, 'point')} a game-turn. The margin after Winter, game-turn 6, decides: ${levelParts(theatre).join('; ')}. ${suddenLine(theatre)}`,
    pointsLine(theatre, view),
  ];
}

/** Blocks that are prisoners now, and steps lost in this game-turn's battles, which everybody has seen [7.9]. */
function lossLines(theatre: Theatre, { prisoners, fights }: View): string[] {
  const volleys = fights.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'volley' ? step.volley.lost : step.kind === 'prisoner' ? [step.block] : [])),
  );
  const lost = SIDES.map((side) => {
    const ids = prisoners[side];
    const names = ids.length > 0 ? ` (${blockNames(theatre, ids, 12)})` : '';
    const steps = volleys.filter((id) => blockOf(theatre, id).side === side).length;
    const now = fights.length > 0 ? `, ${stepsWord(steps)} in this game-turn’s battles` : '';
    return `${SIDE_NAMES[side]} ${ids.length > 0 ? blocksWord(ids.length) : 'no blocks'} captured${names}${now}`;
  });
  return [`**Lost:** ${lost.join('; ')}.`];
}

/** Cards that were played, that the viewer holds, and that the viewer has not seen yet. */
function cardLines(theatre: Theatre, view: View): string[] {
  const { viewer, played, hands, cardsHeld, turn } = view;
  const own = isSide(viewer) ? viewer : null;
  const names = SIDES.map((side) => `${SIDE_NAMES[side]} ${played[side].map(cardName).join(', ') || 'none'}`);
  const seen = [...SIDES.flatMap((side) => played[side]), ...(own ? (hands[own] ?? []) : [])];
  const unseen = CARDS.flatMap((card) => {
    const left = theatre.scenario.deck[card] - seen.filter((one) => one === card).length;
    return left > 0 ? [`${left} × ${cardName(card)}`] : [];
  });
  const others = own ? [otherSide(own)] : SIDES;
  return [
    `**Cards** played: ${names.join('; ')}.`,
    ...(own ? [`Your hand: ${listed((hands[own] ?? []).map(cardName)) || 'empty'}.`, ...chosenLine(view, own)] : []),
    ...(turn > 0
      ? [
          `${capital(listed(others.map((side) => `${sidePeople(side)} hold${side === 'usa' ? 's' : ''} ${cardsHeld[side]}`)))}. Not seen yet, most of them never dealt: ${unseen.join(', ')}.`,
        ]
      : []),
  ];
}

/** A line for each hex that a side holds. */
function stackLines(theatre: Theatre, { stacks }: View, side: Side): string[] {
  const own = stacks.filter((stack) => stack.side === side);
  const blocks = own.reduce((sum, stack) => sum + stack.count, 0);
  return [
    `**${SIDE_NAMES[side]}**, ${blocksWord(blocks)} on the map:`,
    ...own.map((stack) => `- ${stackWords(theatre, stack, true)}`),
  ];
}

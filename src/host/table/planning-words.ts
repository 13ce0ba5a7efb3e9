import { LONGEST_LABEL, type Plan, type Planning, type SeatId } from '../../game/index.ts';
import { count, linesWithin } from '../../kit/plain-english.ts';
import { clipped, logPointOf, type Reply, reply } from '../base/reply.ts';
import type { GameTable } from './game-tables.ts';

export const PLAN = {
  button: 'Plan …',
  suggest: 'The bot suggests …',
  yours: '**Your plan.** Only you see it; nothing is ordered yet.',
  suggested: '**The bot’s suggestion.** Only you see it; nothing is ordered yet.',
  march: 'March units …',
  who: 'Who marches?',
  where: 'Where to?',
  stops: '-# Units stop next to the enemy only at the place you choose.',
  typePlace: 'Type a place …',
  typeUnits: 'Type names …',
  noGroups: 'Nobody can march now.',
  otherStep: 'There’s nothing to plan in this step.',
  working: 'The bot is working on a plan.',
  refused: 'Left out:',
  nothing: 'This plan gives no order yet.',
  example: (line: string) => `For example: \`${line}\``,
  change: 'Change it …',
  drop: 'Drop it',
  gone: 'The bot doesn’t have this plan any more. Make it again.',
  nothingLeft: 'None of those orders can be given now.',
  noMarches: 'No unit has a march to continue now.',
  goesOn: 'Units still on their way can go on next turn: press “March on”.',
  given: (orders: number): string => `You gave ${orders} orders.`,
  andEnd: (end: string): string => clipped(`Propose it, then “${end}”`, LONGEST_LABEL),
  marchOn: ({ title }: Plan): string => clipped(`March on: ${title}`, LONGEST_LABEL),
} as const;

export const LONGEST_PLAN = 1500;
const LONGEST_LINES = 1500;
const LONGEST_REFUSED = 600;

export function giveOrdersLabel(orders: number, votes: boolean): string {
  if (votes) return 'Propose and vote for it';
  return orders === 1 ? 'Give this order' : `Give these ${orders} orders`;
}

/**
 * A plan as the bot understood it, with its odds and what is left out.
 * @param standing marches already under way; only changes to them are told
 */
export function planText(
  heading: string,
  { orders, lines, odds = [], refused, rest, then }: Plan,
  standing = '',
): string {
  return [
    heading,
    ...(orders.length === 0 && then === undefined ? [PLAN.nothing] : []),
    ...bulleted([...lines, ...odds], LONGEST_LINES - Math.min(refused.join('\n').length, LONGEST_REFUSED)),
    ...(refused.length > 0 ? [PLAN.refused, ...bulleted(refused, LONGEST_REFUSED)] : []),
    ...(rest === '' || rest === standing ? [] : [`-# ${PLAN.goesOn}`]),
  ].join('\n');
}

function bulleted(lines: readonly string[], room: number): readonly string[] {
  const bullets = lines.map((line) => `- ${line}`);
  return linesWithin(bullets, room, (omitted) => `- and ${count(omitted, 'more line')}.`);
}

/** An example of a plan for the step that the seat is in. */
export function planExample({ position }: Pick<GameTable, 'position'>, planning: Planning, seat: SeatId): string {
  return planning.form?.(position.state, seat)?.example ?? planning.example;
}

/** @param then the shortcut that the plan goes on with: the text can't say it */
export function planForm(
  table: GameTable,
  planning: Planning,
  seat: SeatId,
  value: string,
  then?: string | undefined,
): Reply {
  const asked = planning.form?.(table.position.state, seat) ?? null;
  return reply('member', '', {
    form: {
      title: 'Your plan',
      asks: { what: 'plan', point: logPointOf(table), ...(then === undefined ? {} : { shortcut: then }) },
      label: asked?.label ?? 'Units and places, separated by ;',
      value: (value || (asked?.text ?? '')).slice(0, LONGEST_PLAN),
      example: asked?.example ?? planning.example,
      most: LONGEST_PLAN,
      isLong: true,
    },
  });
}

/** The standing marches of a seat that can go on now, or null. */
export function marchesOf({ marches, position }: GameTable, planning: Planning, seat: SeatId): Plan | null {
  const standing = marches.get(seat);
  if (standing === undefined) return null;
  const plan = planning.read(position.state, seat, standing, '');
  return plan.orders.length > 0 ? plan : null;
}

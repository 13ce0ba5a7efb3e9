import { type Prospect, SAME_WORTH } from '../../advisor/index.ts';
import { percent } from '../../kit/plain-english.ts';
import { type Caller, mayDirect } from '../caller.ts';
import { councilOf } from '../games/game-position.ts';
import type { GameTable } from '../games/game-tables.ts';
import type { Renderer } from '../map/position-message.ts';
import { logPointOf, type Reply, reply } from '../reply.ts';
import { type Chart, chartAlt, chartScene } from './chart-of-orders.ts';
import { isSealed, lastDecided, present, ruleAt } from './odds-visibility.ts';

/** `/odds`: what orders are worth, as far as the table is told it. */
export function oddsFor(table: GameTable, caller: Caller, render: Renderer): Reply {
  const { game, system, position } = table;
  const rule = ruleAt(table);
  if (rule === null) return reply('member', unsolvable(system));
  if (game.ended || system.outcome(position.state)) return reply('member', ODDS.over);
  if (rule === 'off') return reply('member', `${ODDS.off} ${change(table, caller)}`);
  if (isSealed(table)) return reply('member', ODDS.sealed);
  return rule === 'always' ? now(table, render) : last(table, caller, render);
}

const ODDS = {
  over: 'The game is over. `/recap` shows what its orders were worth.',
  off: 'This table plays without winning chances. The recap shows them once the game is over.',
  sealed:
    'The open ballot is sealed, so winning chances are hidden like the votes. Once it closes, you see what its result was worth.',
  none: 'No order has been given yet. This table sees what an order was worth once it’s decided.',
  hidden: 'What the last order was worth would give away the next one. You see it once the next order is decided.',
  later: 'You see what the possible orders are worth once one is decided.',
  unknown: 'This position can’t be rated: today’s rules don’t lead to it.',
} as const;

function unsolvable({ title, openHanded }: GameTable['system']): string {
  const known = openHanded ? ' Where an order rolls dice, you see its chances when you choose.' : '';
  return `${title} can’t be worked out exactly, so nobody knows what its orders are worth.${known}`;
}

/** Who can have it otherwise, and how. */
function change({ game, system, position }: GameTable, caller: Caller): string {
  const how = 'with `/council odds`';
  if (mayDirect(caller, game)) return `You can change that ${how}.`;
  const seat = system.solvable?.seat;
  const commands = seat !== undefined && councilOf(position, seat).mode === 'commander';
  return commands
    ? `A moderator can change that ${how}; commanders can propose it there.`
    : `A moderator can change that ${how}; anyone can propose it there.`;
}

/** What may be ordered now. */
function now(table: GameTable, render: Renderer): Reply {
  const found = present(table);
  if (!found) return reply('member', ODDS.unknown);
  const { worth, prospects, basis } = found;
  const head = `**Winning chances ${percent(worth)}** by ${basis}, with the best orders from here on. With each order now, before any roll:`;
  return listed(table, render, head, { title: 'Winning chances with each order', prospects, chosen: null, basis }, []);
}

/** What was ordered last, and what might have been. */
function last(table: GameTable, caller: Caller, render: Renderer): Reply {
  const found = lastDecided(table);
  const small = `-# ${ODDS.later} ${change(table, caller)}`;
  if (!found) {
    const given = table.position.turn > 0;
    return reply('member', `${given ? ODDS.hidden : ODDS.none}\n-# ${change(table, caller)}`);
  }
  const { prospects, chosen, basis } = found;
  const head = `**The last order: ${chosen.label.text}.** Winning chances by ${basis} with each order then, before any roll:`;
  return listed(table, render, head, { title: 'Winning chances at the last order', prospects, chosen, basis }, [small]);
}

/** Orders that are listed; the others are only counted. */
const LISTED = 20;

function listed(table: GameTable, render: Renderer, head: string, chart: Chart, small: readonly string[]): Reply {
  const { prospects, chosen } = chart;
  const lines = prospects.slice(0, LISTED).map((prospect, place) => line(prospect, prospects[place - 1], chosen));
  const more = prospects.length - lines.length;
  const rest = more > 0 ? [`and ${more} more, none of them better`] : [];
  const { game, position } = table;
  return reply('member', [head, ...lines, ...rest, ...small].join('\n'), {
    drawing: {
      point: logPointOf(table),
      file: `${game.system}-${game.id}-${position.seq}-odds.png`,
      alt: chartAlt(chart),
      png: () => render(chartScene(chart)),
    },
  });
}

/** "**43.0 %** · Grant attacks Lee · 2 in 6": on a narrow screen no line ends within a figure. */
function line(prospect: Prospect, above: Prospect | undefined, chosen: Prospect | null): string {
  const marks = [
    ...(above && above.worth - prospect.worth < SAME_WORTH ? ['just as good'] : []),
    ...(prospect === chosen ? ['**ordered**'] : []),
  ];
  const { text, chance, odds } = prospect.label;
  const likely = (chance ?? odds)?.replaceAll(' ', '\u00a0');
  return [`**${percent(prospect.worth)}**`, text, ...(likely === undefined ? [] : [likely]), ...marks].join(' · ');
}

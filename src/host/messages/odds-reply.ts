import { type Prospect, SAME_WORTH } from '../../advisor/index.ts';
import { percent } from '../../kit/plain-english.ts';
import { type Caller, mayManageGame } from '../base/caller.ts';
import { logPointOf, type Reply, reply } from '../base/reply.ts';
import { councilOf } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type Chart, chartAlt, chartScene } from './chart-of-orders.ts';
import { decidedAs, isSealed, lastDecided, present, ruleAt } from './odds-visibility.ts';
import { chancesAtLast, chancesNow, chancesWithEach, noneBetter, ODDS, unsolvable } from './odds-words.ts';
import { positionFileName } from './picture-file-names.ts';
import type { Renderer } from './position-message.ts';

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

/** Who can have it otherwise, and how. */
function change({ game, system, position }: GameTable, caller: Caller): string {
  if (mayManageGame(caller, game)) return ODDS.youCanChange;
  const seat = system.solvable?.seat;
  const commands = seat !== undefined && councilOf(position, seat).mode === 'commander';
  return commands ? ODDS.commandersCanPropose : ODDS.anyoneCanPropose;
}

/** What may be ordered now. */
function now(table: GameTable, render: Renderer): Reply {
  const found = present(table);
  if (!found) return reply('member', ODDS.unknown);
  if (decidedAs(table) === 0) return reply('member', chancesNow(table).join('\n'));
  const { worth, prospects } = found;
  const head = chancesWithEach(worth);
  return listed(table, render, head, { title: ODDS.nowTitle, prospects, chosen: null }, []);
}

/** What was ordered last, and what might have been. */
function last(table: GameTable, caller: Caller, render: Renderer): Reply {
  const found = lastDecided(table);
  const small = `-# ${ODDS.later} ${change(table, caller)}`;
  if (!found) {
    const given = table.position.turn > 0;
    return reply('member', `${given ? ODDS.hidden : ODDS.none}\n-# ${change(table, caller)}`);
  }
  const { prospects, chosen } = found;
  const head = chancesAtLast(chosen.label.text);
  return listed(table, render, head, { title: ODDS.lastTitle, prospects, chosen }, [small]);
}

/** Orders that are listed; the others are only counted. */
const LISTED = 20;

function listed(table: GameTable, render: Renderer, head: string, chart: Chart, small: readonly string[]): Reply {
  const { prospects, chosen } = chart;
  const lines = prospects.slice(0, LISTED).map((prospect, place) => line(prospect, prospects[place - 1], chosen));
  const more = prospects.length - lines.length;
  const rest = more > 0 ? [noneBetter(more)] : [];
  const { game, position, system } = table;
  const colour = system.seats.find(({ id }) => id === system.solvable?.seat)?.colour;
  return reply('member', [head, ...lines, ...rest, ...small].join('\n'), {
    drawing: {
      point: logPointOf(table),
      file: positionFileName(game, position.seq, 'odds'),
      alt: chartAlt(chart),
      png: () => render(chartScene({ ...chart, ...(colour && { colour }) })),
    },
  });
}

/** "**43.0 %** · Grant attacks Lee · 2 in 6": on a narrow screen no line ends within a figure. */
function line(prospect: Prospect, above: Prospect | undefined, chosen: Prospect | null): string {
  const marks = [
    ...(above && above.worth - prospect.worth < SAME_WORTH ? [ODDS.asGood] : []),
    ...(prospect === chosen ? ['**ordered**'] : []),
  ];
  const { text, chance, odds } = prospect.label;
  const likely = (chance ?? odds)?.replaceAll(' ', '\u00a0');
  return [`**${percent(prospect.worth)}**`, text, ...(likely === undefined ? [] : [likely]), ...marks].join(' · ');
}

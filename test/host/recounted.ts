import { prospects, type Solution, solve } from '../../src/advisor/index.ts';
import type { Order } from '../../src/game/index.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import { type PlayedGame, playedGameOf } from '../../src/host/table/played-game.ts';
import { picker } from '../dice/sealed.ts';
import { type Camp, camp } from './camp.ts';
import { LIBRARY, type Member, type Setting } from './fixture.ts';

const solutions = new Map<string, Solution | null>();

/** The last campaign of a camp, with what its orders were worth where its game can be solved. */
export function campaignIn({ store, channel }: Camp): PlayedGame {
  const game = store.latestIn(channel);
  if (!game) throw new Error('No game has been played here');
  const tables = new GameTables(store, LIBRARY);
  const solvable = tables.system(game).play?.solvable;
  const key = `${game.dataset} ${game.variant}`;
  const known = solutions.get(key) ?? (solvable ? solve(solvable.model(game.variant)) : null);
  solutions.set(key, known);
  return playedGameOf(store, game, tables.played(game), known);
}

/** The same campaign, with nothing told of what orders were worth. */
export function untold(campaign: PlayedGame): PlayedGame {
  return { ...campaign, course: null };
}

/** Why members vote as they do in these tests: each has their own way of putting it. */
const REASONS: Readonly<Record<string, string>> = {
  Ada: 'Lee cannot be strong everywhere.',
  Bo: 'a point saved here is a point for Richmond',
  Cy: 'Hit them *now*, before @everyone digs in',
  Dee: '',
};

/** What may be ordered now. `best`: an order that nothing beats, a march only where nothing else is as good. */
function choices(table: Camp, pick: (count: number) => number) {
  const { game, system, position } = campaignIn(table);
  const among = prospects(system, solutions.get(`${game.dataset} ${game.variant}`) as Solution, position.state) ?? [];
  const best = () => {
    const equal = among.filter(({ worth }) => worth > (among[0]?.worth ?? 0) - 1e-9).map(({ order }) => order);
    return equal.find(({ verb }) => verb !== 'move') ?? (equal[pick(equal.length)] as Order);
  };
  return { position, among, best };
}

/** A campaign of Overland that four members vote through: each for the best order they see, or now and then for another. */
export function votedCampaign(seed: number, most = 60, setting: Setting = {}): Camp {
  const pick = picker(seed);
  const table = camp({ mode: 'vote', early: '4' }, setting);
  for (let turn = 0; turn < most && table.store.runningIn(table.channel); turn++) {
    const { position, among, best } = choices(table, pick);
    const chosen = best();
    for (const who of ['Ada', 'Bo', 'Cy', 'Dee'] as const satisfies readonly Member[]) {
      if (!table.store.runningIn(table.channel)) break;
      if (seqOf(table) !== position.seq) break;
      const order = pick(4) === 0 ? (among[pick(among.length)]?.order as Order) : chosen;
      table.vote(who, order, REASONS[who] || null);
    }
    if (table.store.runningIn(table.channel) && seqOf(table) === position.seq) table.wait(3_600_000);
  }
  return table;
}

function seqOf({ store, channel }: Camp): number {
  const game = store.latestIn(channel);
  return game ? store.lastSeq(game.id) : -1;
}

/** A campaign in which members give orders one after another, the best or, as `slips` says, any. */
export function orderedCampaign(seed: number, slips: number, most = 60): Camp {
  const pick = picker(seed);
  const table = camp();
  const people: readonly Member[] = ['Ada', 'Bo', 'Cy', 'Dee'];
  for (let turn = 0; turn < most && table.store.runningIn(table.channel); turn++) {
    const { among, best } = choices(table, pick);
    const chosen = pick(100) < slips ? (among[pick(among.length)]?.order as Order) : best();
    const who = people[pick(people.length)] as Member;
    const reason = pick(2) === 0 ? (REASONS[who] ?? null) : null;
    table.member(who).orders.give(chosen, null, reason || null);
  }
  return table;
}

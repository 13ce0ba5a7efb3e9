import type { System } from '../../src/game/index.ts';
import type { Announcement, Library, Reply } from '../../src/host/index.ts';
import { changed, laterVersion } from '../changed-system.ts';
import { grandReview } from '../games/grand-review/index.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { skirmish } from '../games/skirmish/index.ts';
import { productWith } from '../library.ts';
import { type Camp, seated } from './camp.ts';
import { type Member, type Setting, said } from './fixture.ts';
import { GAMBLES } from './gambles.ts';

/** A table of two open sides, Bo for the Union and Cy for the Confederacy; Ada, who began it, looks on. */

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** The same game with hidden hands, its seats asked under names: each road is a turn of both sides, a lost battle a choice. */
const calledLine = laterVersion(picketLine, (system) => {
  const asked: System['rules']['asked'] = (state) =>
    system.rules.asked(state).map((one) => {
      const { road } = state as unknown as { readonly road: number };
      return one.defaultOrder
        ? { ...one, phaseKey: `road-${road}-battle`, outOfTurn: true as const }
        : { ...one, phaseKey: `road-${road}` };
    });
  return changed(system, { rules: { asked } });
});

export const SIDES: Library = productWith(calledLine, skirmish, grandReview, GAMBLES);

export function twoSides(system = 'skirmish-line', setting: Setting = {}): Camp {
  return seated(system, { Bo: 'union', Cy: 'confederate' }, { library: SIDES, ...setting });
}

export const DONE = { verb: 'done' } as const;

/** Gives an order that must be carried out, and what the channel hears of it. */
export function orders(camp: Camp, member: Member, order: Readonly<Record<string, string>>): Reply {
  const before = camp.entries().length;
  const answer = camp.member(member).orders.give(order);
  if (camp.entries().length === before) throw new Error(`Refused: ${answer.text}`);
  return answer.channelReply ?? answer;
}

/** Takes the last order back, and what the channel hears of it: a moderator, who is asked first and, past a die, says why. */
export function confirmsUndo(camp: Camp, member: Member, why = 'A slip'): Reply {
  const asked = camp.member(member).undo.takeBack();
  const press = asked.rows.flat().find(({ label }) => label === 'Take it back')?.press;
  if (asked.to !== 'member' || press?.do !== 'undo') throw new Error(`Not asked: ${asked.text}`);
  const answer = camp.member(member).undo.takeBack(press.point, press.sure);
  if (answer.form?.asks.what !== 'why') return answer;
  return camp.member(member).undo.takeBack(answer.form.asks.point, true, why);
}

/** Orders on by the clock's own defaults, up to when a condition holds. */
export function on(camp: Camp, until: () => boolean): void {
  for (let left = 100; !until(); left--) {
    if (left === 0) throw new Error('It never comes to that');
    const table = askedNow(camp);
    said(camp.host.orders.give(camp.as(table === 'union' ? 'Bo' : 'Cy'), DONE));
  }
}

/** The seat that is asked now, as the store has it. */
function askedNow(camp: Camp): string {
  const game = camp.game();
  return camp.store.turnPings(game).find(({ since }) => since !== null)?.seat ?? '';
}

export function users({ pings }: Reply): readonly string[] {
  return pings.users;
}

export function texts(announcements: readonly Announcement[]): string[] {
  return announcements.map(({ answer }) => answer.text);
}

/** The Union closes with the enemy and attacks until a division of theirs is beaten. `first`: what passes before it attacks. */
export function fightUntilBeaten(camp: Camp, first: () => void = () => {}) {
  for (const [unit, to] of [
    ['u1', '3'],
    ['u2', '3'],
    ['u3', '3'],
  ] as const)
    orders(camp, 'Bo', { verb: 'move', unit, to });
  for (const member of ['Bo', 'Bo'] as const) orders(camp, member, DONE);
  for (const unit of ['c1', 'c2', 'c3']) orders(camp, 'Cy', { verb: 'move', unit, to: '4' });
  for (const member of ['Cy', 'Cy'] as const) orders(camp, member, DONE);
  orders(camp, 'Bo', DONE);
  first();
  for (const unit of ['u1', 'u2', 'u3'])
    for (const to of ['c1']) {
      const answer = orders(camp, 'Bo', { verb: 'attack', unit, to });
      if (
        texts([{ channel: '', answer }])
          .join()
          .includes('Do they stand?')
      )
        return answer;
    }
  throw new Error('Nobody was beaten');
}

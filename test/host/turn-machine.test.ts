import { describe, expect, test } from 'vitest';
import type { Order, State, SystemModule } from '../../src/game/index.ts';
import { LETTING } from '../../src/host/base/seat-words.ts';
import type { Library } from '../../src/host/index.ts';
import { laterVersion } from '../changed-system.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { skirmish } from '../games/skirmish/index.ts';
import { productWith } from '../library.ts';
import type { Camp } from './camp.ts';
import { playedBy, said } from './fixture.ts';
import { DONE, HOUR, orders, twoSides, users } from './two-sides.ts';

/** With a machine that does no more than end its phases, at a table with members. */
function idle(module: SystemModule): SystemModule {
  return laterVersion(module, (system) => {
    // Only the side to act has a phase to end.
    const otherwise = (state: State) => system.rules.asked(state)[0]?.defaultOrder as Order;
    return playedBy(system, 'It ends its phases.', (state) => [otherwise(state)]);
  });
}
const MACHINES: Library = productWith(idle(skirmish), idle(picketLine));

function table(): Camp {
  const camp = twoSides('skirmish-line', { library: MACHINES });
  expect(camp.ada.seats.giveToMachine('confederate').text).toBe('**Ada** lets the bot play the Confederacy.');
  return camp;
}

/** Has the machine play for as long as it is asked. */
async function machinePlays(camp: Camp): Promise<readonly string[]> {
  const called: string[] = [];
  for (const [game] of [camp.host.machines.due()]) {
    if (game === undefined) break;
    while (camp.host.machines.due().includes(game)) {
      const { announcement } = await camp.host.machines.play(game, camp.now);
      called.push(...(announcement ? users(announcement.answer) : []));
    }
  }
  return called;
}

describe('a side that the machine plays', () => {
  test('is not called and has no clock; when it has played, the members of the other side are called', async () => {
    const camp = table();
    camp.ada.clocks.showOrSet({ phase: '1h' });
    orders(camp, 'Bo', DONE);
    expect(users(orders(camp, 'Bo', DONE))).toEqual([]);
    expect(camp.wait(HOUR)).toEqual([]);
    expect(await machinePlays(camp)).toEqual(['200']);
    expect(camp.cy.seats.list().text).toContain('**Confederacy**: the bot');
  });

  test('takes no orders from whoever sat there before: typed, pressed or over the council’s head', () => {
    const camp = table();
    const map = camp.dee.maps.forChannel();
    for (const order of [DONE, DONE]) orders(camp, 'Bo', order);
    camp.ada.seats.join('union');
    const point = camp.dee.maps.forChannel().drawing?.point ?? { game: '', seq: 0 };
    const before = camp.entries().length;
    const theirs = { verb: 'move', unit: 'c1', to: '4' } as const;
    const refused = [
      camp.cy.orders.give(theirs),
      camp.cy.orders.give(theirs, point),
      camp.cy.orders.give(theirs, map.drawing?.point ?? null),
      camp.cy.orders.ask({ verb: 'move' }, point),
      camp.host.orders.overrule({ ...camp.as('Cy'), isModerator: true }, JSON.stringify(theirs)),
    ].map((answer) => said(answer).text);
    const words =
      'The bot plays the **Confederacy**. A moderator or the member who started this game can put you in its place with `/seat put`.';
    expect(refused).toEqual([words, words, words, words, words]);
    expect(camp.entries()).toHaveLength(before);
  });

  test('is nobody’s to join; a moderator puts a member in its place, who is called where it was its turn', () => {
    const camp = table();
    expect(camp.dee.seats.join('confederate').text).toBe(
      'The bot plays the Confederacy. A moderator or the member who started this game can give the Confederacy to a member with `/seat put`.',
    );
    orders(camp, 'Bo', DONE);
    orders(camp, 'Bo', DONE);
    const put = camp.ada.seats.put({ discordId: '400', name: 'Dee' }, 'confederate');
    // Cy had never left it.
    expect(users(put)).toEqual(['400', '300']);
    expect(put.text).toContain('<@300> **Confederacy:** Your movement.');
    expect(camp.host.machines.due()).toEqual([]);
    orders(camp, 'Dee', DONE);
  });

  test('stays the machine’s where whoever is to take its place may not sit there', () => {
    const camp = twoSides('picket-line', { library: MACHINES });
    camp.ada.seats.giveToMachine('confederate');
    expect(camp.ada.seats.put({ discordId: '200', name: 'Bo' }, 'confederate').text).toBe(
      LETTING.ask('Bo', 'Union', 'Confederacy'),
    );
    expect(camp.cy.seats.list().text).toMatch(/: the bot$/m);
  });

  test('leaves nothing to take back where nobody else has ordered', async () => {
    const camp = table();
    camp.ada.seats.giveToMachine('union');
    expect(camp.ada.seats.giveToMachine('union').text).toBe('The bot already plays that side.');
    // It plays on by itself once the channel has seen what stands.
    camp.host.undelivered.delivered({ game: 'campaign01', seq: 99 });
    await camp.host.machines.play('campaign01', camp.now);
    expect(camp.ada.undo.takeBack().text).toContain('Only the bot has given orders so far');
  });
});

import { listed } from '../council/index.ts';
import type { System } from '../game/index.ts';
import type { Edition } from './games/game-library.ts';
import { type Reply, type ReplyButton, reply } from './reply.ts';

/** The greeting of a server the bot has just come to. */
export function greeting(editions: readonly Edition[]): Reply {
  return reply(
    'channel',
    [
      '**Council of War** is at your service.',
      ...pitch(editions),
      ...howItGoes(editions.map(({ system }) => system)),
    ].join('\n'),
    {
      rows: [startButtons(editions)],
    },
  );
}

export function pitch(editions: readonly Edition[]): string[] {
  return editions.map(({ system }) => `**${system.title}.** ${system.tagline}`);
}

/** @param systems that are meant: the one being played, or all there are */
export function howItGoes(systems: readonly System[]): string[] {
  const sided = systems.filter(({ seats }) => seats.length > 1);
  const all = sided.length === systems.length;
  const whose = sided.length === 0 ? 'the table' : all ? 'your side' : 'the table, or your side,';
  const first = all ? 'Whoever of a side presses first gives its order' : 'Whoever presses first gives the order';
  return [
    `One channel is one table. Under every map stand buttons for what may be done now. ${first}, unless ${whose} has a commander or votes: “How we decide” says which, and lets you change it.`,
    ...(sided.length > 0 ? [takeASide(sided, all)] : []),
    'The dice are sealed before the first order, and anyone can check them afterwards.',
  ];
}

/** @param all whether no other game is meant */
function takeASide(sided: readonly System[], all: boolean): string {
  const titles = listed(
    sided.map(({ title }) => title),
    'and',
  );
  return `${all ? 'Take' : `In ${titles} take`} a side first, with the buttons under the map or with \`/join\`: it is your side that you order for.`;
}

export function startButtons(editions: readonly Edition[]): ReplyButton[] {
  return editions.slice(0, 5).map(({ system }) => ({
    label: `Start a campaign of ${system.title}`,
    tone: 'bold',
    press: { do: 'start', system: system.id, variant: system.variants[0]?.id ?? '' },
  }));
}

import { MOST_IN_ROW, type System } from '../game/index.ts';
import { listed } from '../kit/plain-english.ts';
import type { Edition } from './games/game-library.ts';
import { type Reply, type ReplyButton, reply } from './reply.ts';

/** The greeting of a server the bot has just come to. */
export function greeting(editions: readonly Edition[]): Reply {
  return reply(
    'channel',
    [
      '**Council of War** hosts Civil War board games in your channels.',
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
  const whose = sided.length === 0 ? 'the table' : all ? 'your side' : 'the table or your side';
  return [
    `Each channel is one table. Every map comes with buttons for what you can do now. The first order given counts, unless ${whose} has a commander or votes: press “How we decide” to see or change that.`,
    ...(sided.length > 0 ? [takeASide(sided, all)] : []),
    'The dice are sealed before the first order, so anyone can check them after the game.',
  ];
}

/** @param all whether no other game is meant */
function takeASide(sided: readonly System[], all: boolean): string {
  const titles = listed(sided.map(({ title }) => title));
  return `${all ? 'Join' : `In ${titles}, join`} a side first, with the buttons under the map or with \`/join\`. You give orders for your side only.`;
}

export function startButtons(editions: readonly Edition[]): ReplyButton[] {
  return editions.slice(0, MOST_IN_ROW).map(({ system }) => ({
    label: `Start ${system.title}`,
    tone: 'bold',
    press: { do: 'start', system: system.id, variant: system.variants[0]?.id ?? '' },
  }));
}

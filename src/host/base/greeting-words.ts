import { listed } from '../../kit/plain-english.ts';

/** The greeting of a server, and the head of `/help`. */
export const GREETING = {
  what: '**Council of War** hosts Civil War board games in your channels.',
  game: (title: string, tagline: string) => `**${title}.** ${tagline}`,
  /** @param sided which of the games that are meant have sides */
  tables: (sided: 'none' | 'some' | 'all') => {
    const whose = { none: 'the table', some: 'the table or your side', all: 'your side' }[sided];
    return `Each channel is one table. Every map comes with buttons for what you can do now. The first order given counts, unless ${whose} has a commander or decides by vote: press “How we decide” to see or change that.`;
  },
  /**
   * @param titles of the games with sides; null: all that are meant have sides
   * @param machine whether the bot can play a side
   */
  joinFirst: (titles: readonly string[] | null, machine: boolean) =>
    `${titles === null ? 'Join' : `In ${listed(titles)}, join`} a side first, with the buttons under the map or with \`/join\`. You give orders for your side only.${machine ? ' If nobody takes the other side, let the bot play it.' : ''}`,
  dice: 'The dice are sealed before the first order, so anyone can check them after the game.',
  start: (title: string) => `Start ${title}`,
} as const;

import { compact, count, listed } from '../../../kit/plain-english.ts';
import type { MemberData } from '../../../store/index.ts';
import { countIfAny } from '../../base/common-words.ts';
import { button, type Reply, reply } from '../../base/reply.ts';

export const NOTHING_KEPT = 'The bot stores nothing about you.';
export const KEPT_ALL = 'Nothing was deleted.';

export const ABOUT_EXPORT = [
  'Everything this bot stores about you. Times are UTC. Each game is identified by the ten letters and digits that its log and its files show.',
  'Other members aren’t named in this file: anyone you made commander is called “another member”.',
  'Messages that the bot posted on Discord are stored by Discord and aren’t in this file.',
];

/**
 * Asks before anything is deleted, and says what goes and what stays.
 * @param standing how many open ballots have a vote of the member
 */
export function deletionQuestion(data: MemberData, standing: number): Reply {
  const { gamesStarted: games, orders, otherDeeds, votes, seats } = data;
  const reasons = [...orders, ...otherDeeds, ...votes].filter(({ reason }) => reason !== null && reason !== '').length;
  const goes = compact(
    'your name and your id on Discord',
    reasons > 0 && `${count(reasons, 'reason')} you gave (also where other members’ votes repeat them)`,
    standing > 0 && `your vote in ${count(standing, 'open ballot')}`,
    (seats.length > 0 || data.commands.length > 0) && 'your place on a side or as a commander in games being played',
    data.quietHours.length > 0 && 'your quiet hours',
    'what you set for `/record`',
  );
  const answered = new Set(data.serverEntries.flatMap(({ kind, about }) => (kind === 'answer' ? [about] : [])));
  const did = [
    ...countIfAny(orders.length, 'order'),
    ...countIfAny(votes.filter(({ choice }) => choice !== null).length, 'vote'),
    ...countIfAny(games.length, 'game you started', 'games you started'),
    ...countIfAny(answered.size, 'answer to a problem', 'answers to problems'),
  ];
  const text = compact(
    '**Delete your data?** This covers every server and can’t be undone.',
    `- **Deleted for good:** ${listed(goes)}.`,
    `- **Kept under a made-up name:** ${did.length > 0 ? listed(did) : 'what you did in games'}, and the dice. That way every game can still be followed and its dice checked.`,
    seats.length > 0 &&
      '- **Kept until a game ends in which you have played a side:** a mark made from your id and the game’s secret. If you come back, you can’t join the other side.',
    inDm(
      games,
      '- **Games in direct messages with the bot:** nobody can open them any more, not even you.',
      'The one you are playing ends where it stands.',
    ),
    '- **Not deleted:** messages already posted on Discord, files that others saved, and backups made by the person who runs this bot.',
    games.some(({ guild, endedAt }) => guild !== null && endedAt === null) &&
      '- Games you started go on; from then on only moderators can manage them.',
    'If you come back later, you’ll be a new member here. For a copy, use `/mydata export` first.',
  );
  return reply('member', text.join('\n'), {
    rows: [
      [
        button('Delete everything', { do: 'forget', sure: true }, 'danger'),
        button('Keep everything', { do: 'forget', sure: false }),
      ],
    ],
  });
}

/**
 * @param name the made-up name that logs now have for the member
 * @param games the games that the member started
 */
export function deleted(name: string, games: MemberData['gamesStarted']): Reply {
  const text = [
    `Your data is deleted. In logs and recaps you’re now “${name}”, and nothing stored here says who that was.`,
    ...inDm(
      games,
      'Games in direct messages with the bot can’t be opened any more.',
      'The one you were playing has ended.',
    ),
  ];
  return reply('member', text.join(' '), { replaces: true });
}

/** A line on games in the member's DM, if there are any. `running` is added if one is being played. */
function inDm(games: MemberData['gamesStarted'], any: string, running: string): string[] {
  const there = games.filter(({ guild }) => guild === null);
  if (there.length === 0) return [];
  return [there.some(({ endedAt }) => endedAt === null) ? `${any} ${running}` : any];
}

export function exportedInWords({ gamesStarted, orders, otherDeeds, votes }: MemberData): string {
  const kept = [
    ...countIfAny(orders.length + otherDeeds.length, 'log entry', 'log entries'),
    ...countIfAny(votes.length, 'vote'),
    ...countIfAny(gamesStarted.length, 'game you started', 'games you started'),
  ];
  const list = kept.length > 0 ? ` The file holds ${listed(['your name', ...kept])}.` : '';
  return `Everything the bot stores about you, from every server.${list} Only you see this.\n-# Delete it with \`/mydata delete\`. \`/record me: Hide them\` takes your name off the lists of every server.`;
}

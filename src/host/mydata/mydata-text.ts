import { counted, listed } from '../../council/index.ts';
import type { PersonalData } from '../../store/index.ts';
import { type Reply, reply } from '../reply.ts';

export const NOTHING_KEPT = 'Nothing is kept of you here.';
export const KEPT_ALL = 'Nothing was deleted.';

/** Asks before anything is deleted: what goes, what stays, and where. `standing`: their votes that stand in open ballots. */
export function deletionQuestion(possessions: PersonalData, standing: number): Reply {
  const { games, entries, votes, seats } = possessions;
  const reasons = [...entries, ...votes].filter(({ reason }) => reason !== null && reason !== '').length;
  const goes = [
    'your name and your id on Discord',
    ...(reasons > 0 ? [`${counted(reasons, 'reason')} you gave, also where others took them over`] : []),
    ...(standing > 0 ? [`your vote in ${counted(standing, 'open ballot')}`] : []),
    ...(seats.length > 0 || possessions.commands.length > 0
      ? ['your seat and your command in campaigns that are being played']
      : []),
    ...(possessions.quiet.length > 0 ? ['your quiet hours'] : []),
    'what you set for `/record`',
  ];
  const did = [
    ...numbered(entries.filter(({ kind }) => kind === 'order').length, 'order'),
    ...numbered(votes.filter(({ choice }) => choice !== null).length, 'vote'),
    ...numbered(games.length, 'campaign you started', 'campaigns you started'),
  ];
  const text = [
    '**Delete what is kept of you?** On every server at once, and it cannot be undone.',
    `- **Goes for good:** ${listed(goes, 'and')}.`,
    `- **Stays, under a name that is nobody’s:** ${did.length > 0 ? listed(did, 'and') : 'what you did at a table'}, and the dice. So every campaign can still be followed and its dice checked.`,
    ...inDm(
      games,
      '- **Campaigns in direct messages with the bot:** nobody can call them up any more, you included.',
      'The one you are playing ends where it stands.',
    ),
    '- **Stays where it is:** messages already posted on Discord, files that others have saved, and backups that whoever runs this bot has made.',
    ...(games.some(({ guild, endedAt }) => guild !== null && endedAt === null)
      ? ['- Campaigns you started and that are being played go on; from then on only moderators direct them.']
      : []),
    'If you come back later, you are a new member here. `/mydata export` gives you a copy first.',
  ];
  return reply('member', text.join('\n'), {
    rows: [
      [
        { label: 'Delete it all', tone: 'danger', press: { do: 'forget', sure: true } },
        { label: 'Keep everything', tone: 'plain', press: { do: 'forget', sure: false } },
      ],
    ],
  });
}

/**
 * @param name what the member is called in logs from now on
 * @param games those that they started
 */
export function deleted(name: string, games: PersonalData['games']): Reply {
  const text = [
    `It is deleted. In logs and recaps you are “${name}” now, and nobody can tell from what is kept here who that was.`,
    ...inDm(
      games,
      'Campaigns in direct messages with the bot cannot be called up any more.',
      'The one you were playing has ended.',
    ),
  ];
  return reply('member', text.join(' '), { replaces: true });
}

/** What is to be said where some of these were played in the member's DM, and what besides where one is being played. */
function inDm(games: PersonalData['games'], any: string, running: string): string[] {
  const there = games.filter(({ guild }) => guild === null);
  if (there.length === 0) return [];
  return [there.some(({ endedAt }) => endedAt === null) ? `${any} ${running}` : any];
}

/** What a copy of everything holds, in a line or two. */
export function exportedInWords({ games, entries, votes }: PersonalData): string {
  const kept = [
    ...numbered(entries.length, 'line of logs', 'lines of logs'),
    ...numbered(votes.length, 'vote'),
    ...numbered(games.length, 'campaign you started', 'campaigns you started'),
  ];
  const list = kept.length > 0 ? ` ${listed(kept, 'and')}, beside your name.` : '';
  return `All that is kept of you, from every server.${list} Only you see this.\n-# \`/mydata delete\` deletes it.`;
}

function numbered(count: number, one: string, several = `${one}s`): string[] {
  if (count === 0) return [];
  return [`${count} ${count === 1 ? one : several}`];
}

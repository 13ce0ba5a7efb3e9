import type { Throw } from '../../../game/index.ts';
import type { EntryRecord, GameRecord } from '../../../store/index.ts';
import { choiceLabel } from '../../base/ballot-choice.ts';
import { WORDS } from '../../base/common-words.ts';
import { type Reply, reply, textFile } from '../../base/reply.ts';
import { facesOfChoices, sealOf, TIE } from '../../table/game-secret.ts';
import type { PlayedLog } from '../../table/game-tables.ts';
import { choiceInPlainWords } from '../../table/log-words.ts';
import type { LogStep } from '../../table/replay-log.ts';
import { type Seen, takenBackInWords } from '../../table/rolls-taken-back.ts';
import { type CheckedThrow, checkRolls } from './check-rolls.ts';
import { RENAMED, type ReplayFile } from './export-game.ts';

/** Words a choice of the ballot that an entry of the log closed. */
type OrderNames = (seq: number, choice: string) => string;

interface Checked {
  readonly entries: readonly EntryRecord[];
  readonly takenBack: Seen;
  /** The fault if the log no longer fits the rules; null if it fits. The answer leaves it out if dice are wrong. */
  readonly incompatibility: string | null;
  /** Names tied choices. By default, their orders are written as in the log. */
  readonly naming?: OrderNames;
  /** A sentence for each member who was allowed to play a side despite having seen another's secrets. */
  readonly lettings?: readonly string[];
  /** The replay file; null if there is none. */
  readonly replay: Pick<ReplayFile, 'fingerprint' | 'renamed'> | null;
}

/** The answer to `/verify` for a game that has ended. */
export function verified(
  game: GameRecord,
  {
    entries,
    takenBack,
    incompatibility,
    naming = (_seq, choice) => choiceInPlainWords(choice),
    lettings = [],
    replay,
  }: Checked,
): Reply {
  const throws = checkRolls(game, entries);
  const list = throws.map(({ seq, thrown, honest, among, takenBackBy }) => {
    const faces = among && honest ? ` (${facesOfChoices(among, (choice) => naming(seq, choice))})` : '';
    return `${seq}. ${thrown.purpose}: **${shown(thrown)}**${faces}${honest ? '' : ' ✗'}${takenBackNote(takenBackBy)}`;
  });
  const lines = [
    verdict(game, throws, incompatibility),
    ...takenBackInWords(takenBack).map((words) => `${words}. ${WORDS.countedApart}`),
    ...lettings,
    ...inherited(entries),
    `Seal: \`${game.seal}\``,
    `Secret: \`${game.secret}\``,
    ...(replay ? [`Replay’s fingerprint: \`${replay.fingerprint}\``] : []),
    ...(replay?.renamed ? [`${RENAMED}.`] : []),
    ...list,
  ];
  return reply('member', lines.join('\n'), {
    files: [textFile(`dice-${game.id}.txt`, checklist(game, throws))],
  });
}

/** Names choices as their buttons did. */
export function byTheRules({ system, steps }: PlayedLog): OrderNames {
  return (seq, choice) => {
    const entry = steps[seq]?.entry;
    const seat = entry?.kind === 'ballot' ? entry.seat : '';
    return choiceLabel(system, (steps[seq - 1] as LogStep).state, seat, choice).text;
  };
}

/** The answer for a running game, whose secret is not yet published. */
export function notYet(game: GameRecord): Reply {
  return reply(
    'member',
    [
      'This game’s dice are sealed: before the first order the bot drew a secret and published its SHA-256, the seal.',
      `Seal: \`${game.seal}\``,
      'The secret is published when the game ends. Then anyone can check every roll.',
    ].join('\n'),
  );
}

function shown(thrown: Throw): string {
  return thrown.kind === 'die' ? String(thrown.face) : thrown.deal.join(' ');
}

function verdict(game: GameRecord, throws: readonly CheckedThrow[], incompatibility: string | null): string {
  const wrong = throws.filter(({ honest }) => !honest).map(({ seq, thrown }) => `entry ${seq} (${thrown.purpose})`);
  const sealed = sealOf(game.secret) === game.seal;
  if (!sealed || wrong.length > 0) {
    return [
      '**The dice don’t match the seal.**',
      ...(sealed ? [] : ['The secret doesn’t match the seal published at the start.']),
      ...(wrong.length > 0 ? [`Wrong: ${wrong.join(', ')}.`] : []),
    ].join(' ');
  }
  const honest = `**The dice are honest:** ${counted(throws.length)}.`;
  if (incompatibility === null) return honest;
  return `${honest} But the log doesn’t fit today’s rules (${incompatibility}): either the rules or the log has changed.`;
}

/** The rolls that a “what if” inherits were sealed with another secret. */
function inherited([start]: readonly EntryRecord[]): string[] {
  if (start?.kind !== 'start' || !start.inherited) return [];
  return ['This is a “what if”. Rolls from before it began belong to the original game and are checked there.'];
}

function counted(throws: number): string {
  if (throws === 0) return 'the secret matches its seal, and this game has no rolls';
  const all = throws === 1 ? 'the only roll of this game is' : `all ${throws} rolls of this game are`;
  return `${all} what the sealed secret gives`;
}

function checklist(game: GameRecord, throws: readonly CheckedThrow[]): string {
  return `${[
    `Dice of game ${game.id}`,
    `Seal (SHA-256 of the secret’s 32 bytes): ${game.seal}`,
    `Secret: ${game.secret}`,
    '',
    'To check a die yourself: take HMAC-SHA-256 of its message under the secret, read the first 32 bits as a number,',
    'divide by 6, and add 1 to the remainder. (Skip a number of 4294967292 or more and read the next 32 bits.)',
    'In Node.js:',
    '',
    "  import { createHmac } from 'node:crypto';",
    `  const secret = Buffer.from('${game.secret}', 'hex');`,
    "  const die = (message) => 1 + (createHmac('sha256', secret).update(message).digest().readUInt32BE(0) % 6);",
    '',
    ...(throws.some(({ thrown }) => thrown.kind === 'shuffle') ? SHUFFLES : []),
    ...(throws.some(({ thrown }) => thrown.purpose === TIE) ? TIES : []),
    'entry  shown  for  |  message',
    ...throws.map(
      ({ seq, thrown, message, takenBackBy }) =>
        `${seq}  ${shown(thrown)}  ${purpose(thrown)}${takenBackNote(takenBackBy)}  |  ${message}`,
    ),
  ].join('\n')}\n`;
}

function takenBackNote(takenBackBy: number | null): string {
  return takenBackBy === null ? '' : ` (taken back by entry ${takenBackBy})`;
}

const SHUFFLES = [
  'A shuffle of n cards starts with 0, 1, … n − 1 in a row and rolls a die of n sides, then of n − 1, down to 2. Each time, count to',
  'the place that the die shows and swap the card there with the card in the last unsettled place. That place is then settled. The',
  'message listed is that of the first die. For each later die, the second-to-last number in the message goes up by 1.',
  '',
];

const TIES = [
  'A die that broke a tie has one side for each tied order. Its message lists them after “tie:”, with | between them: 1 is for the',
  'first, 2 for the second, and so on.',
  '',
];

function purpose(thrown: Throw): string {
  if (thrown.kind === 'shuffle') return `${thrown.purpose} (shuffle)`;
  return thrown.sides === 6 ? thrown.purpose : `${thrown.purpose} (${thrown.sides} sides instead of 6)`;
}

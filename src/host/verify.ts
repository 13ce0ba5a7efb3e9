import { orderKey, type System, sealedDice, sealedMessage, type Throw } from '../game/index.ts';
import type { EntryRecord, GameRecord } from '../store/index.ts';
import { type Answer, say } from './answer.ts';
import { replay } from './fold.ts';
import { hmacOf, sealOf } from './seal.ts';

/** One die or shuffle of a game, thrown again from the secret. */
export interface CheckedThrow {
  readonly seq: number;
  readonly purpose: string;
  /** What the log says: the face, or the deal. */
  readonly shown: string;
  /** What HMAC-SHA-256 under the secret was taken of; of the first draw, for a shuffle. */
  readonly message: string;
  readonly honest: boolean;
}

export interface Verification {
  readonly seal: boolean;
  readonly throws: readonly CheckedThrow[];
  readonly honest: boolean;
}

/** Throws every die of a game again from its secret, orders later taken back included, and compares. */
export function verify(system: System, game: GameRecord, entries: readonly EntryRecord[]): Verification {
  const hmac = hmacOf(game.secret);
  const messages = (entry: EntryRecord, turn: number) => (number: number) =>
    sealedMessage({ game: game.id, turn, order: sealedOrder(entry) }, number, 0);
  // The log's own dice carry the fold on, so that one false throw is named and does not hide what follows it.
  const { steps } = replay(system, game.variant, entries);
  const throws = steps.flatMap(({ entry, turn, dice }) => {
    if (!dice) return [];
    const again = sealedDice(hmac, { game: game.id, turn, order: sealedOrder(entry) });
    return compare(entry.seq, dice.thrown, again, messages(entry, turn));
  });
  const seal = sealOf(game.secret) === game.seal;
  return { seal, throws, honest: seal && throws.every(({ honest }) => honest) };
}

function sealedOrder(entry: EntryRecord): string {
  return entry.kind === 'order' ? orderKey(entry.order) : 'start';
}

function compare(
  seq: number,
  recorded: readonly Throw[],
  again: ReturnType<typeof sealedDice>,
  message: (number: number) => string,
): CheckedThrow[] {
  let number = 1;
  return recorded.map((thrown) => {
    const first = message(number);
    const { purpose } = thrown;
    if (thrown.kind === 'die') {
      number += 1;
      return {
        seq,
        purpose,
        shown: String(thrown.face),
        message: first,
        honest: again.roll(thrown.sides, purpose) === thrown.face,
      };
    }
    number += Math.max(0, thrown.deal.length - 1);
    const positions = thrown.deal.map((_, position) => position);
    const dealt = again.shuffle(positions, purpose);
    return { seq, purpose, shown: thrown.deal.join(' '), message: first, honest: dealt.join() === thrown.deal.join() };
  });
}

/** The answer to `/verify`: for a game that has ended. */
export function verified(system: System, game: GameRecord, entries: readonly EntryRecord[]): Answer {
  const result = verify(system, game, entries);
  const many = result.throws.length === 1 ? 'the one throw' : `all ${result.throws.length} throws`;
  const wrong = result.throws.filter(({ honest }) => !honest);
  const verdict = result.honest
    ? `**The dice are honest:** ${many} of this campaign are what the sealed secret gives.`
    : `**The dice do not check.** ${result.seal ? '' : 'The secret does not match the seal published at the start. '}${
        wrong.length > 0 ? `Wrong: ${wrong.map(({ seq, purpose }) => `entry ${seq} (${purpose})`).join(', ')}.` : ''
      }`;
  const list = result.throws.map(
    ({ seq, purpose, shown, honest }) => `${seq}. ${purpose}: **${shown}**${honest ? '' : ' ✗'}`,
  );
  return say('member', [verdict, `Seal: \`${game.seal}\``, `Secret: \`${game.secret}\``, ...list].join('\n'), {
    attachment: { file: `dice-${game.id}.txt`, text: checklist(game, result) },
  });
}

/** For a game still running: what has been published so far, and when the rest will be. */
export function notYet(game: GameRecord): Answer {
  return say(
    'member',
    [
      'This campaign’s dice are sealed: before the first order a secret was drawn, and its SHA-256 published.',
      `Seal: \`${game.seal}\``,
      'The secret is published when the campaign ends. Anyone can then throw every die again.',
    ].join('\n'),
  );
}

function checklist(game: GameRecord, { throws }: Verification): string {
  return `${[
    `Dice of game ${game.id}`,
    `Seal (SHA-256 of the secret's 32 bytes): ${game.seal}`,
    `Secret: ${game.secret}`,
    '',
    'To check a die yourself: take HMAC-SHA-256 of its message under the secret, read the first 32 bits as a number,',
    'divide by 6, and add 1 to the remainder. (Numbers of 4294967292 or more are passed over for the next 32 bits.)',
    'In Node.js:',
    '',
    "  import { createHmac } from 'node:crypto';",
    `  const secret = Buffer.from('${game.secret}', 'hex');`,
    "  const die = (message) => 1 + (createHmac('sha256', secret).update(message).digest().readUInt32BE(0) % 6);",
    '',
    'entry  shown  for  |  message',
    ...throws.map(({ seq, shown, purpose, message }) => `${seq}  ${shown}  ${purpose}  |  ${message}`),
  ].join('\n')}\n`;
}

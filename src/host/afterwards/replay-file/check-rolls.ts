import { canonical, orderKey, sealedDice, sealedMessage, type Throw } from '../../../game/index.ts';
import type { EntryRecord, GameRecord } from '../../../store/index.ts';
import { hmacOf, tiePoint, tieThrow } from '../../table/game-secret.ts';
import { takenBackIn } from '../../table/rolls-taken-back.ts';

type Sealed = Pick<GameRecord, 'id' | 'secret'>;

/** A die or shuffle of a game, compared with what the secret gives. */
export interface CheckedThrow {
  readonly seq: number;
  readonly thrown: Throw;
  /** The message of the HMAC-SHA-256; for a shuffle, of its first draw. */
  readonly message: string;
  /** The throw that the secret gives; null if no roll was needed. */
  readonly due: Throw | null;
  readonly honest: boolean;
  /** The entry that took it back with its order; null if it stands. */
  readonly takenBackBy: number | null;
  /** For the die of a tie, the choices that its faces stand for. */
  readonly among?: readonly string[];
}

/** Throws every die of a log again, also of orders taken back, but not what a “what if” inherits. Asks no rules. */
export function checkRolls(game: Sealed, entries: readonly EntryRecord[]): CheckedThrow[] {
  const hmac = hmacOf(game.secret);
  const takenBack = takenBackIn(entries);
  const by = ({ seq }: EntryRecord) => takenBack.get(seq)?.seq ?? null;
  /** The number of standing orders before the entry: `turn` in a `SealedPoint`. */
  let standing = 0;
  return entries.flatMap((entry) => {
    if (entry.kind === 'undo') standing -= 1;
    if (entry.kind === 'ballot') return checkTie(game, standing, entry, by(entry));
    if (entry.kind !== 'start' && entry.kind !== 'order') return [];
    if (entry.kind === 'start' && entry.inherited) return [];
    const order = entry.kind === 'order' ? orderKey(entry.order) : 'start';
    const point = { game: game.id, turn: standing, order };
    if (entry.kind === 'order') standing += 1;
    const dice = sealedDice(hmac, point);
    let number = 1;
    return entry.throws.map((thrown) => {
      const message = sealedMessage(point, number, 0);
      // A shuffle draws once for each card but the last.
      number += thrown.kind === 'die' ? 1 : Math.max(0, thrown.deal.length - 1);
      const due = rethrown(thrown, dice);
      const honest = canonical(due) === canonical(thrown);
      return { seq: entry.seq, thrown, message, due, honest, takenBackBy: by(entry) };
    });
  });
}

/** A ballot throws a single die, and only to break a tie. The die must stand for the decision. */
function checkTie(
  game: Sealed,
  standing: number,
  { seq, decision, throws }: EntryRecord & { readonly kind: 'ballot' },
  takenBackBy: number | null,
): CheckedThrow[] {
  const { tie, choice } = decision;
  if (tie?.rule !== 'die') return throws.map((thrown) => uncalledFor(seq, thrown, takenBackBy));
  const due = tieThrow(game, standing, tie.among);
  // If the die is missing, the due one is shown, and called dishonest.
  const [thrown = due, ...others] = throws;
  const honest = throws.length > 0 && canonical(thrown) === canonical(due) && tie.among[due.face - 1] === choice;
  const message = sealedMessage(tiePoint(game, standing, tie.among), 1, 0);
  return [
    { seq, thrown, message, due, honest, takenBackBy, among: tie.among },
    ...others.map((other) => uncalledFor(seq, other, takenBackBy)),
  ];
}

function uncalledFor(seq: number, thrown: Throw, takenBackBy: number | null): CheckedThrow {
  return { seq, thrown, message: 'none: no roll was needed', due: null, honest: false, takenBackBy };
}

function rethrown(thrown: Throw, dice: ReturnType<typeof sealedDice>): Throw {
  if (thrown.kind === 'die') return { ...thrown, face: dice.roll(thrown.sides, thrown.purpose) };
  return { ...thrown, deal: dice.shuffle([...thrown.deal.keys()], thrown.purpose) };
}

import { counted, decisionInWords, standingVotes, tally } from '../council/index.ts';
import { isSecret, type Order } from '../game/index.ts';
import type { BallotRecord, Store } from '../store/index.ts';
import { verdictOnLast } from './advice/words.ts';
import { clipped } from './answer.ts';
import { closingInWords } from './council/closing.ts';
import type { OrderEntry } from './fold.ts';
import { standing as standingOf, told } from './report.ts';
import type { Bare, Table, Tables } from './table.ts';
import { plainName } from './wording.ts';

/** After an order that a moderator gave while the council voted. */
export const OVERRULING = ', over the council’s head';

/** Reasons told with a decision. */
const REASONS = 3;

/** What was done last at a table: who ordered what and why, what came of it, and what it was worth. Nothing after an undo. */
export function deed(store: Store, tables: Tables, table: Table): string[] {
  const { moment, standing } = table.position;
  const last = standing.at(-1);
  if (!moment?.order || !last) return [];
  return [
    ...ordered(store, tables, table, last),
    ...told(table, moment.events),
    ...verdictOnLast(table, standingOf(table)),
  ];
}

/** Whose order it was, and why: a line, and one for each reason. */
function ordered(store: Store, tables: Tables, table: Bare, entry: OrderEntry): string[] {
  const { system } = table;
  const what = system.describe(entry.order, 'public', entry.seat);
  const ballot = entry.ballot === null ? null : store.ballot(entry.ballot);
  const decision = ballot?.closed?.decision;
  if (!ballot || !decision) {
    const who = `**${plainName(entry.member?.name ?? '')}** ${what}${ballot ? OVERRULING : ''}.`;
    // A reason would give a secret order away.
    return entry.reason === null || isSecret(system, entry.order) ? [who] : [who, quoted(entry.reason, null)];
  }
  const others = (choice: string) => choiceThen(tables, table, ballot, choice);
  const votes = store.votes(ballot.id);
  const line = tally(standingVotes(votes)).find(({ choice }) => choice === decision.choice);
  const reasons = (line?.reasons ?? []).slice(0, REASONS).map(({ text, by, votes: sharing }) => {
    const name = votes.find((vote) => vote.by.id === by)?.by.name ?? '';
    return `${quoted(text, name)}${sharing > 1 ? ` and ${counted(sharing - 1, 'other')}` : ''}`;
  });
  const casting = ballot.casting && `**${plainName(ballot.casting.name)}**`;
  const how = closingInWords(ballot, decision.of);
  return [
    [`**The council** ${what}, ${decisionInWords(decision, others, casting)}.`, ...(how === null ? [] : [how])].join(
      ' ',
    ),
    ...reasons,
  ];
}

/** What a choice of a ballot was called when it was voted on. */
function choiceThen(tables: Tables, table: Bare, { seq }: BallotRecord, choice: string): string {
  const state = tables.stateAfter(table, seq);
  return `“${table.system.label(state, JSON.parse(choice) as Order).text}”`;
}

function quoted(reason: string, name: string | null): string {
  const words = `> “${plainName(clipped(reason, 200))}”`;
  return name === null ? words : `${words} · ${plainName(name)}`;
}

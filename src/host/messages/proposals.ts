import { type Line, tally } from '../../council/index.ts';
import { LONGEST_CHOICE, MOST_CHOICES } from '../../game/index.ts';
import { choiceLabel, ordersIn, planOf, shortcutTexts, soleOrder } from '../base/ballot-choice.ts';
import { button, clipped, type Menu, type Renderer, type Reply, reply, selectOne } from '../base/reply.ts';
import { BALLOT_ANSWERS, CARD, PROPOSAL } from '../base/voting-words.ts';
import { nameAlone, plainName } from '../base/wording.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { OpenBallot } from '../table/open-ballots.ts';
import { planForm, planLines } from '../table/plan-words.ts';
import { drawingOf } from './map-drawing.ts';

/** An order or plan that has been voted for, even if nobody is for it any more. */
export interface Proposal {
  /** Counts all that have been voted for, from 1; it never changes. */
  readonly number: number;
  readonly choice: string;
  readonly by: string;
  readonly line: Line | null;
}

const REASONS = 3;

/** Plans, and single orders that have votes: most votes first. In a sealed ballot, the plans alone in the order of their proposal. */
export function proposalsIn({ votes, rules }: OpenBallot): Proposal[] {
  const lines = new Map(tally(votes).map((line) => [line.choice, line]));
  const firsts = new Map<string, string>();
  for (const { choice, by } of votes) if (choice !== null && !firsts.has(choice)) firsts.set(choice, by.name);
  const all = [...firsts].map(([choice, by], at) => ({ number: at + 1, choice, by, line: lines.get(choice) ?? null }));
  const plans = all.filter(({ choice }) => soleOrder(choice) === null);
  if (rules.sealed) return plans.map((plan) => ({ ...plan, line: null }));
  const ranked = [...lines.keys()].flatMap((choice) => all.filter((one) => one.choice === choice));
  return [...ranked, ...plans.filter(({ line }) => line === null)];
}

/** `null` if nobody has proposed a plan. */
export function proposalMenu({ system, position }: GameTable, ballot: OpenBallot, first = 0): Menu | null {
  if (ballot.subject.kind !== 'order') return null;
  const all = proposalsIn(ballot);
  if (all.every(({ choice }) => soleOrder(choice) !== null)) return null;
  const most = all.length <= MOST_CHOICES ? MOST_CHOICES : MOST_CHOICES - 1;
  const shown = all.slice(first, first + most);
  const next = first + most < all.length ? first + most : 0;
  const choices = shown.map(({ number, choice, by, line }) => ({
    value: String(number),
    label: clipped(choiceLabel(system, position.state, ballot.seat, choice).text, LONGEST_CHOICE),
    hint: clipped(
      ballot.rules.sealed ? PROPOSAL.plan : PROPOSAL.votes(line?.voters.length ?? 0, nameAlone(by)),
      LONGEST_CHOICE,
    ),
  }));
  const more = { value: `${MORE}${next}`, label: PROPOSAL.more };
  return selectOne(
    PROPOSAL.look,
    { what: 'proposal', ballot: ballot.id },
    all.length > most ? [...choices, more] : choices,
  );
}

const MORE = 'from';

/** The index from which the list goes on; `null` if a proposal was chosen. */
export function goesOnFrom(value: string): number | null {
  return value.startsWith(MORE) ? Number(value.slice(MORE.length)) : null;
}

export function proposalReply(
  table: GameTable,
  ballot: OpenBallot,
  { number, choice, by, line }: Proposal,
  render: Renderer,
): Reply {
  const { system, position } = table;
  const { id, seat, rules } = ballot;
  const plan = planOf(system, position.state, seat, choice);
  const picture =
    system.play?.planning?.picture(system.knowledge.view(position.state, seat), seat, plan.orders) ?? null;
  const { text } = choiceLabel(system, position.state, seat, choice);
  const then = shortcutTexts(system, position.state, seat, choice).map((one) => PROPOSAL.follows(one));
  const reasons = (line?.reasons ?? []).slice(0, REASONS).map(({ text, by: member }) => {
    const name = ballot.votes.find((vote) => vote.by.id === member)?.by.name ?? '';
    return CARD.reasonLine(plainName(text), plainName(name));
  });
  const head = [
    `**${text}**`,
    ...(rules.sealed ? [] : [PROPOSAL.by(plainName(by), line?.voters.length ?? 0)]),
    ...reasons,
  ];
  return reply('member', planLines(head.join('\n'), { ...plan, lines: [...plan.lines, ...then] }), {
    rows: [
      [
        button(PROPOSAL.vote, { do: 'vote-for', ballot: id, number }, 'bold'),
        ...(system.play?.planning ? [button(PROPOSAL.amend, { do: 'amend', ballot: id, number })] : []),
        button(PROPOSAL.back, { do: 'mine', ballot: id }),
      ],
    ],
    replaces: true,
    drawing: drawingOf(table, picture, 'plan', render),
  });
}

export function amendForm(table: GameTable, { seat }: OpenBallot, { choice }: Proposal): Reply {
  const { system, position } = table;
  const planning = system.play?.planning;
  if (!planning) return reply('member', BALLOT_ANSWERS.proposalGone);
  return planForm(table, planning, seat, planning.write(position.state, seat, ordersIn(choice)));
}

import { balanceOf } from '../../advisor/index.ts';
import { counted, listed, tally } from '../../council/index.ts';
import { isSecret, orderKey, type State } from '../../game/index.ts';
import { type Campaign, type Deed, orderOf } from '../campaign.ts';
import { withoutIds } from '../export/names.ts';
import { smallPrint } from '../what-if/words.ts';
import { nameAlone } from '../wording.ts';
import { arithmeticOf, percentOf, pointsOf } from './arithmetic.ts';
import { facesGiven, orderGiven } from './given.ts';
import { tellingOf } from './telling.ts';

/**
 * A campaign as a file of plain Markdown (CommonMark with tables), for a blog or a forum. Days are of UTC.
 * @param notes more small print, a line each
 */
export function storyMarkdown(campaign: Campaign, notes: readonly string[] = []): string {
  const { headline, chapters } = tellingOf(campaign);
  const told = chapters.flatMap(({ when, text, really }) => [
    ...(when === null ? [] : [`## ${when}`]),
    text,
    ...(really === null ? [] : [`*In history: ${really}*`]),
  ]);
  const blocks = [
    `# ${campaign.game.whatIf ? 'What if: ' : ''}${headline}`,
    about(campaign),
    ...[...smallPrint(campaign.game), ...notes].map((line) => `*${line}*`),
    ...told,
    ...reckoned(campaign),
    ...ordersOf(campaign),
    ...votesOf(campaign),
    '## The dice',
    sealOf(campaign),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function about({ game, system, deeds }: Campaign): string {
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  const how = { finished: 'Played', abandoned: 'Abandoned; played', running: 'Still being played; so far' };
  const end = game.ended?.at ?? deeds.at(-1)?.entry.at ?? game.startedAt;
  const [first, last] = [dayOf(game.startedAt), dayOf(end)];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return `${system.title}, ${variant}. ${how[game.ended?.how ?? 'running']} ${when}, ${counted(deeds.length, 'order')}.`;
}

/** `21 November 2026` */
function dayOf(at: number): string {
  return DAYS.format(at);
}

const DAYS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

function reckoned(campaign: Campaign): string[] {
  const arithmetic = arithmeticOf(campaign, escaped);
  if (!arithmetic) return [];
  const { basis, totals, turning, best, costliest, votes } = arithmetic;
  const lines = [
    ...turning.map((one) => `- Turning point: ${one}`),
    ...(best === null ? [] : [`- Best decision: ${best}`]),
    ...(costliest === null ? [] : [`- Costliest: ${costliest}`]),
    ...(votes === null ? [] : [`- ${votes}`]),
  ];
  return [
    '## The arithmetic',
    `Chances of winning ${basis}: ${totals}`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ];
}

function ordersOf(campaign: Campaign): string[] {
  if (campaign.deeds.length === 0) return [];
  const balance = campaign.course && balanceOf(campaign.course);
  const head = ['', 'Day', 'By', 'Order', 'Dice', ...(balance ? ['Before → after', 'Decision', 'Dice gave'] : [])];
  let before = balance?.start ?? 0;
  const rows = campaign.deeds.map((deed, place) => {
    const move = balance?.moves[place];
    const worth = move
      ? [`${percentOf(before)} → ${percentOf(move.end)}`, pointsOf(move.decision), pointsOf(move.dice)]
      : [];
    before = move?.end ?? before;
    const { entry, by } = deed;
    const who = by === null ? 'The council' : escaped(by.name);
    const faces = facesGiven(campaign, place).join(', ') || '–';
    return [String(place + 1), dayOf(entry.at), who, orderGiven(campaign, place), faces, ...worth];
  });
  const total = balance
    ? [['', '', '', '**In all**', '', `${percentOf(balance.start)} → ${percentOf(balance.end)}`, ...sums(balance)]]
    : [];
  const lines = [head, head.map(() => '---'), ...rows, ...total].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    '## Every order',
    ...(balance
      ? ['Chances of winning before each order and after its dice; decision and dice in percentage points.']
      : []),
    lines.join('\n'),
  ];
}

function sums({ decisions, dice }: { readonly decisions: number; readonly dice: number }): string[] {
  return [pointsOf(decisions), pointsOf(dice)];
}

/** Every ballot that decided an order, with all reasons, and the reasons of orders that members gave themselves. */
function votesOf(campaign: Campaign): string[] {
  const blocks = campaign.deeds.flatMap((deed, place) => {
    const lines = deed.vote
      ? voted(campaign, deed, place)
      : deed.reasons.map((reason) => reasonLine({ ...reason, by: escaped(reason.by.name) }));
    return lines.length === 0 ? [] : [`### Order ${place + 1}: ${orderGiven(campaign, place)}`, lines.join('\n')];
  });
  return blocks.length === 0 ? [] : ['## Votes and reasons', ...blocks];
}

/** The choices of a ballot, the one decided for first, who voted for it and why. Nothing of a secret order before the end. */
function voted(campaign: Campaign, deed: Deed, place: number): string[] {
  const { vote, entry } = deed;
  const { game, system, states } = campaign;
  if (!vote || (game.ended === null && isSecret(system, entry.order))) return [];
  const name = (id: number) => escaped(vote.members.get(id)?.name ?? '');
  const closed = orderKey(entry.order);
  const lines = tally(vote.votes).sort((a, b) => Number(isFor(b.choice, closed)) - Number(isFor(a.choice, closed)));
  return lines.flatMap(({ choice, voters, reasons }) => [
    `- ${system.label(states[place] as State, orderOf(choice)).text}: ${counted(voters.length, 'vote')}, ${listed(voters.map(name), 'and')}`,
    ...reasons.map(({ text, by, votes: sharing }) => `  ${reasonLine({ text, by: name(by), votes: sharing })}`),
  ]);
}

function isFor(choice: string, key: string): boolean {
  return orderKey(orderOf(choice)) === key;
}

interface Told {
  readonly text: string;
  /** As it is to be shown. */
  readonly by: string;
  readonly votes: number;
}

function reasonLine({ text, by, votes }: Told): string {
  return `- “${escaped(text)}” · ${by}${votes > 1 ? ` and ${counted(votes - 1, 'other')}` : ''}`;
}

function sealOf({ game }: Campaign): string {
  const sealed = `The dice were sealed before the first order with \`${game.seal}\`, the SHA-256 of a secret.`;
  return game.ended
    ? `${sealed} The secret is \`${game.secret}\`: with it anybody can throw them all again.`
    : `${sealed} The secret is told when the campaign has ended.`;
}

/** What a member wrote, or is called, as plain text in standard Markdown; Discord's ids are not left in it. */
function escaped(text: string): string {
  return nameAlone(withoutIds(text)).replace(/[\\`*_{}[\]<>()#|~&]/g, '\\$&');
}

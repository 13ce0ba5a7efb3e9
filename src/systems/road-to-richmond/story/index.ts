import type { Story } from '../../../game/index.ts';
import { capital, count, listed } from '../../../kit/plain-english.ts';
import { type ChapterDraft, inChapters, Pen, type Sayings, say } from '../../../kit/storytelling.ts';
import { type Field, strengthOf } from '../field.ts';
import { type EndItem, endItems, type Points, scoreOf, winnerOf } from '../rules/victory-points.ts';
import { dateOf, lastTurnOf, type State, view } from '../state.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { IN_THE_STORY, partsOf, when } from '../words/game-status.ts';
import { sidePeople } from '../words/names.ts';
import { daysOf, type RichmondEpisode } from './chronicle.ts';
import { tellDay } from './day-story.ts';

/** The story of a campaign, day by day. `over`: it has ended, or was abandoned. */
export function story(field: Field, episodes: readonly RichmondEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A campaign without its start cannot be told');
  const days = daysOf(field, episodes);
  const quoted = new Set<string>();
  const pen = new Pen(JSON.stringify(episodes.map(({ order }) => order)));
  const chapters = days.map((day, index): ChapterDraft => {
    const hasEnded = index < days.length - 1;
    return {
      when: `${dateOf(day.day)} 1862`,
      lines: tellDay(field, day, hasEnded ? 'night' : last.over ? 'game' : null, quoted),
      really: over || hasEnded ? REALLY[day.day] : null,
    };
  });
  const opening = pen.say(last.variant === 'first-day' ? FIRST_DAY : OPENINGS);
  return inChapters(headlineOf(field, last, over), opening, [...chapters, end(field, last, over)]);
}

/** The armies' goals. No opening says that an army attacked, since the game does not require it. */
const OPENINGS: Sayings = [
  [
    say`In June 1862 McClellan was five miles from Richmond; his wagon train had to get to the James.`,
    say`One road to the James, three days, and McClellan’s wagon train had to get through.`,
    say`McClellan’s wagon train had three days to get from White House to White Oak Bridge.`,
    say`The Seven Days: McClellan had a wagon train to bring to the James, and Lee stood to the north of him.`,
  ],
];

const FIRST_DAY: Sayings = [
  [
    say`On 27 June 1862 three farms near Gaines’ Mill were worth holding, and Lee was close.`,
    say`Gaines’ Mill, June 1862: Lee and McClellan had an afternoon to win the farms of Watt, McGehee and Adams.`,
  ],
];

function end(field: Field, last: State, over: boolean): ChapterDraft {
  if (last.over)
    return {
      when: `The end, turn ${last.turn}`,
      lines: [{ text: scores(field, last), weight: 3 }],
      really: last.variant === 'first-day' ? AFTER_FIRST_DAY : AFTERWARDS,
    };
  const lead = leadOf(scoreOf(field, last), over);
  const turnsLeft = lastTurnOf(field, last) - last.turn;
  const turns = turnsLeft === 0 ? 'in the last turn' : `with ${count(turnsLeft, 'turn')} to go`;
  const text = over ? `The campaign was broken off there, ${turns}: ${lead}.` : `${capital(turns)}, ${lead}.`;
  return { when: when(field, view(last)), lines: [{ text, weight: 3 }], really: null };
}

/** Both sides' points and their sources, the winner's first. */
function scores(field: Field, last: State): string {
  const points = scoreOf(field, last);
  const winner = winnerOf(points);
  if (points.confederate + points.union === 0) return 'Neither side scored.';
  const first = winner ?? 'union';
  const scored = (side: Side) => {
    const parts = partsOf(field, last, side, IN_THE_STORY);
    const did = side === winner ? 'won with' : parts.length === 0 ? 'scored' : 'had';
    const total = parts.length === 0 ? 'nothing' : side === first ? count(points[side], 'point') : points[side];
    const [only] = parts.length === 1 ? parts : [];
    const why = only ? `, ${only.replace(/^\d+/, 'all')}` : parts.length > 1 ? `: ${listed(parts)}` : '';
    return `${capital(sidePeople(side))} ${did} ${total}${why}.`;
  };
  return `${scored(first)} ${scored(otherSide(first))}`;
}

/** "Lee leads 31 to 24"; afterwards "Lee led" */
function leadOf({ confederate, union }: Points, past = false): string {
  if (confederate === union) return `the sides ${past ? 'were' : 'are'} level at ${union}`;
  const leads = past ? 'led' : 'leads';
  return confederate > union
    ? `Lee ${leads} ${confederate} to ${union}`
    : `McClellan ${leads} ${union} to ${confederate}`;
}

/** Share of its strength whose loss makes an army "broken". */
const BROKEN = 0.1;

function headlineOf(field: Field, last: State, over: boolean): string {
  const points = scoreOf(field, last);
  const { confederate, union } = points;
  if (!last.over) {
    const lead = leadOf(points);
    const what = last.variant === 'first-day' ? 'Gaines’ Mill' : 'The Seven Days';
    return over ? `${what}, left unfinished: ${lead}` : `${what} in turn ${last.turn}: ${lead}`;
  }
  const score = `${Math.max(confederate, union)} to ${Math.min(confederate, union)}`;
  if (last.variant === 'first-day' && confederate !== union)
    return `${union > confederate ? 'McClellan' : 'Lee'} wins at Gaines’ Mill, ${score}`;
  const fate = last.where[field.train.id];
  const scored = (...whys: readonly EndItem['why'][]) =>
    endItems(field, last).reduce((sum, { why, points: worth }) => sum + (whys.includes(why) ? worth : 0), 0);
  if (confederate === union) return `Lee and McClellan end level, ${score}`;
  if (union > confederate) {
    const [west, south] = [scored('west'), scored('pieces', 'train')];
    if (west > south) return `McClellan breaks out to the west and wins ${score}`;
    if (fate === 'off-1528') return `The wagon train gets through, and McClellan wins ${score}`;
    return south > union / 3
      ? `McClellan’s army gets away to the James and wins ${score}`
      : `McClellan holds Lee off before Richmond, ${score}`;
  }
  if (fate === 'lost') return `Lee destroys the wagon train and wins ${score}`;
  if (scored('double', 'single') > 0) return `Lee cuts the road to the James, ${score}`;
  const army = strengthOf(field.pieces.filter(({ side }) => side === 'union'));
  return confederate >= 2 * union && confederate >= BROKEN * army
    ? `Lee breaks McClellan before Richmond, ${score}`
    : `Lee wins before Richmond, ${score}`;
}

/** The historical events of 1862: a sentence for each day of the game, and one for the time after. */
export const REALLY = [
  'On 27 June 1862 Lee broke Porter’s line at Gaines’ Mill at dusk; some 15,000 men were lost.',
  'On 28 June 1862 McClellan’s army set out for the James, its stores at White House burning.',
  'On 29 June 1862 a rear guard held at Savage’s Station; next day Lee failed to bar the way at Glendale.',
] as const;

const AFTER_FIRST_DAY =
  'That night McClellan’s last divisions crossed the Chickahominy; next day the army set out for the James.';
export const AFTERWARDS =
  'On 1 July 1862 Lee’s last attack broke at Malvern Hill; McClellan’s army was safe on the James.';

import type { Story } from '../../../game/index.ts';
import { capital, count } from '../../../kit/plain-english.ts';
import { type ChapterDraft, inChapters, Pen, type Phrases } from '../../../kit/storytelling.ts';
import { dateOf } from '../calendar.ts';
import type { Field } from '../field.ts';
import { type EndItem, endItems, type Points, scoreOf } from '../rules/victory-points.ts';
import { lastTurnOf, type State } from '../state.ts';
import { view } from '../view.ts';
import { outcome, reckoned, when } from '../words/game-status.ts';
import { daysOf, type RichmondEpisode } from './chronicle.ts';
import { tellDay } from './day-story.ts';
import { AFTER_FIRST_DAY, AFTERWARDS, REALLY } from './history.ts';

/** The first turn of each day. */
const MORNINGS = [1, 6, 14] as const;

/** A campaign as it is told afterwards, by its days. `over`: it has ended, if only by being abandoned. */
export function story(field: Field, episodes: readonly RichmondEpisode[], over: boolean): Story {
  const last = episodes.at(-1)?.after;
  if (!last) throw new Error('A campaign without its start cannot be told');
  const days = daysOf(field, episodes);
  const quoted = new Set<string>();
  const pen = new Pen(JSON.stringify(episodes.map(({ order }) => order)));
  const told = days.map(
    (day, index): ChapterDraft => ({
      when: `${dateOf(MORNINGS[day.day])} 1862`,
      lines: tellDay(field, day, index < days.length - 1 ? 'night' : last.over ? 'game' : null, quoted),
      really: over || index < days.length - 1 ? REALLY[day.day] : null,
    }),
  );
  return inChapters(headlineOf(field, last, over), pen.write(OPENINGS, null), [...told, end(field, last, over)]);
}

const OPENINGS: Phrases<null> = [
  [
    () => 'Lee attacked McClellan outside Richmond, and McClellan had to reach the James.',
    () => 'In June 1862 McClellan was five miles from Richmond when Lee attacked.',
    () => 'Two armies, three days, one road to the James: Lee attacked, McClellan had to get away.',
    () => 'McClellan’s wagons had to reach the James, and Lee’s divisions stood north of them.',
    () => 'The Seven Days began with Lee north of the Chickahominy and McClellan on both banks.',
  ],
];

function end(field: Field, last: State, over: boolean): ChapterDraft {
  const result = outcome(field, last);
  const left = lastTurnOf(last) - last.turn;
  const lead = leadOf(scoreOf(field, last), over);
  if (result)
    return {
      when: `The end, turn ${last.turn}`,
      lines: [{ text: reckoned(field, last) || 'Neither side scored.', weight: 3 }],
      really: last.variant === 'first-day' ? AFTER_FIRST_DAY : AFTERWARDS,
    };
  const turns = left === 0 ? 'in the last turn' : `with ${count(left, 'turn')} to go`;
  const text = over ? `The campaign was broken off there, ${turns}: ${lead}.` : `${capital(turns)}, ${lead}.`;
  return { when: when(view(last)), lines: [{ text, weight: 3 }], really: null };
}

/** "Lee leads 31 to 24"; afterwards "Lee led" */
function leadOf({ confederate, union }: Points, past = false): string {
  if (confederate === union) return `the sides ${past ? 'were' : 'are'} level at ${union}`;
  const leads = past ? 'led' : 'leads';
  return confederate > union
    ? `Lee ${leads} ${confederate} to ${union}`
    : `McClellan ${leads} ${union} to ${confederate}`;
}

/** The part of its strength that an army has lost when it is called broken. */
const BROKEN = 0.1;

/** What a newspaper would print above it. */
function headlineOf(field: Field, last: State, over: boolean): string {
  const points = scoreOf(field, last);
  const { confederate, union } = points;
  if (!last.over) {
    const lead = leadOf(points);
    return over ? `The Seven Days, left unfinished: ${lead}` : `The Seven Days in turn ${last.turn}: ${lead}`;
  }
  const score = `${Math.max(confederate, union)} to ${Math.min(confederate, union)}`;
  if (last.variant === 'first-day' && confederate !== union)
    return union > confederate ? `McClellan holds Gaines’ Mill, ${score}` : `Lee takes Gaines’ Mill, ${score}`;
  const train = field.pieces.find(({ kind }) => kind === 'train');
  const fate = train && last.where[train.id];
  const scored = (...whys: readonly EndItem['why'][]) =>
    endItems(field, last).reduce((sum, { why, points: worth }) => sum + (whys.includes(why) ? worth : 0), 0);
  if (confederate === union) return `Neither army gives way before Richmond: ${score}`;
  if (union > confederate) {
    const [west, south] = [scored('west'), scored('pieces', 'train')];
    if (west > south) return `McClellan breaks out to the west and wins ${score}`;
    if (fate === 'off-1528') return `The Train comes through, and McClellan wins ${score}`;
    return south > union / 3
      ? `McClellan’s army gets away to the James and wins ${score}`
      : `McClellan holds Lee off before Richmond, ${score}`;
  }
  if (fate === 'lost') return `Lee takes the Train and the field, ${score}`;
  if (scored('double', 'single') > 0) return `Lee cuts the road to the James, ${score}`;
  const army = field.pieces.reduce((sum, { side, strength }) => sum + (side === 'union' ? strength : 0), 0);
  return confederate >= 2 * union && confederate >= BROKEN * army
    ? `Lee breaks McClellan before Richmond, ${score}`
    : `Lee wins before Richmond, ${score}`;
}

import { daysBetween, shortDate } from '../../../kit/dates.ts';
import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Sayings, say } from '../../../kit/storytelling.ts';
import { dateOf, distanceToRichmond, type Scenario } from '../scenario.ts';
import { BEFORE_THE_JAMES } from '../vocabulary.ts';
import type {
  AssaultScene,
  Front,
  OverlandEpisode,
  Stand,
  StoryCrossing,
  StoryMarch,
  StoryScene,
} from './story-scenes.ts';
import { at, daysOfPoints, storyLeader, storyPlace } from './story-words.ts';

// Each of these generators yields candidates for one sentence, the best first. The story takes the first unused one.

type Episodes = readonly OverlandEpisode[];
type StandFacts = ReturnType<typeof factsOf>;

/**
 * A stand and its place in the campaign.
 * @param there the previous sentence ended by naming its place
 */
function factsOf(numbers: Scenario, scenes: readonly StoryScene[], episodes: Episodes, stand: Stand, there: boolean) {
  const { area, end, of: indexes, attacks: n } = stand;
  const start = episodes[0] as OverlandEpisode;
  const pointsBefore = episodes[indexes[0] as number]?.before.points ?? 0;
  const pointsAfter = episodes[indexes.at(-1) as number]?.after.points ?? 0;
  const isUnbroken = pointsBefore - pointsAfter === indexes.length * numbers.actionPoints.roll;
  const earlier = scenes.slice(0, scenes.indexOf(stand));
  const stands = earlier.flatMap((scene) => (scene.kind === 'stand' ? [scene] : []));
  const here = stands.filter((other) => other.area === area);
  const wonHereBefore = here.some((other) => other.end?.how === 'driven');
  // A “what if” starts without events, and what went before it is not known.
  const hasPast = start.events.length > 0 && pointsBefore < start.after.points;
  return {
    us: storyLeader(numbers, 'grant'),
    csa: storyLeader(numbers, stand.csa),
    place: storyPlace(numbers, area),
    at: at(numbers, area),
    there,
    thereFirst: there ? 'There' : capital(at(numbers, area)),
    /** The number of attacks. */
    n,
    attacks: several(n, 'attack'),
    /** All attacks but the last. */
    failedAttacks: several(n - 1, 'attack'),
    turns: stand.turns,
    tries: several(stand.turns, 'attempt'),
    to: end?.to ? storyPlace(numbers, end.to) : '',
    backward: end?.to ? distanceToRichmond(numbers, end.to) > distanceToRichmond(numbers, area) : false,
    /** The campaign began here. */
    opening: area === start.after.us.grant && stands.length === 0,
    /** All earlier orders of the campaign were marches. */
    atOnce: episodes.slice(1, indexes[0]).every(({ order }) => order?.verb === 'move'),
    /** The day of its first order; `null` at the start, or if earlier orders here may be unknown. */
    day: hasPast ? shortDate(dateOf(numbers, pointsBefore)) : null,
    /** The days it took; `null` if other orders used some of them. */
    days: isUnbroken ? several(daysOfPoints(numbers, pointsBefore, pointsAfter), 'day') : null,
    /** Grant drove the enemy from here before. */
    wonHereBefore,
    /** Grant fought here before, and only in vain. */
    lostHereBefore: here.length > 0 && !wonHereBefore,
    /** The enemy came to Grant, who had tried for the city or the river from here. */
    enemyCame: ['assault', 'crossing'].includes(earlier.at(-1)?.kind ?? ''),
    /** The previous stand ended with a turning movement too. */
    turnedBefore: stands.at(-1)?.end?.how === 'turned',
  };
}

/** Grant's part in a scene, so that a reader always knows where he is. */
export function tellScene(
  numbers: Scenario,
  scenes: readonly StoryScene[],
  episodes: Episodes,
  scene: StoryScene,
  there: boolean,
): Sayings {
  const isFirst = scenes.find(({ kind }) => kind === scene.kind) === scene;
  if (scene.kind === 'assault') return assault(numbers, scene, isFirst);
  if (scene.kind === 'crossing') return crossing(numbers, scene, isFirst);
  if (scene.kind === 'march') return march(numbers, scene);
  const facts = factsOf(numbers, scenes, episodes, scene, there);
  return scene.end === null ? held(facts) : scene.end.how === 'driven' ? driven(facts) : turned(facts);
}

/** The defender retreated. */
function* driven(facts: StandFacts): Sayings {
  const { us, csa, place, at, there, thereFirst, n, attacks, failedAttacks, turns, tries, to } = facts;
  const { wonHereBefore, enemyCame, lostHereBefore, atOnce, opening, day, days } = facts;
  if (turns > 0 && n > 1)
    yield [
      say`${capital(failedAttacks)} by ${us} ${at} and ${tries} to get around ${csa} failed, but his ${ordinal(n)} attack drove ${csa} back to ${to}.`,
      say`${thereFirst} ${csa} stopped ${failedAttacks} and ${several(turns, 'turning movement')} by ${us}; another attack drove ${csa} to ${to}.`,
    ];
  if (turns > 0) yield say`${us} could not get around ${csa} ${at}, but an attack drove ${csa} to ${to}.`;
  if (wonHereBefore && !there && !enemyCame) yield say`Back ${at}, ${us} beat ${csa} once more and drove him to ${to}.`;
  if (wonHereBefore) yield say`${us} had to beat ${csa} ${at} again, and drove him to ${to}.`;
  if (lostHereBefore)
    yield say`${there ? thereFirst : `Back ${at},`} ${us} attacked ${n === 1 ? 'again' : `${times(n)} more`} and drove ${csa} to ${to}.`;
  if (n === 1 && atOnce)
    yield [
      say`${us} attacked at once ${at}, and ${csa} fell back to ${to}.`,
      say`The first attack of the campaign, ${at}, drove ${csa} back to ${to}.`,
      say`It began well for ${us}: his first attack ${at} sent ${csa} back to ${to}.`,
      say`${us} lost no time: one attack drove ${csa} out of ${place} and back to ${to}.`,
    ];
  if (n === 1 && opening && day)
    yield say`${us} waited until ${day}; then one attack ${at} drove ${csa} back to ${to}.`;
  if (n > 3 && opening && days !== null)
    yield say`${us} spent ${days} and ${attacks} ${at} before ${csa} fell back to ${to}.`;
  if (n === 1)
    yield [
      say`${us} needed only one attack ${at}: ${csa} fell back to ${to}.`,
      say`${us} drove ${csa} out of ${place} with one attack, back to ${to}.`,
      say`${us} attacked ${at}, and ${csa} withdrew to ${to}.`,
      say`${csa} lost ${place} to a single attack by ${us} and fell back to ${to}.`,
    ];
  if (n === 2)
    yield [
      say`${csa} stopped ${us}’s first attack ${at}; the second drove ${csa} to ${to}.`,
      say`${us} needed two attacks ${at} to drive ${csa} back to ${to}.`,
    ];
  if (n > 2)
    yield [
      say`${csa} held ${at} through ${failedAttacks} by ${us}; the ${ordinal(n)} drove ${csa} to ${to}.`,
      say`It took ${us} ${attacks} ${at} to drive ${csa} back to ${to}.`,
      say`${capital(place)} cost ${us} ${attacks} before ${csa} fell back to ${to}.`,
    ];
  yield [
    say`${us} beat ${csa} ${at}, and ${csa} fell back to ${to}.`,
    say`${us} drove ${csa} from ${place} too, and ${csa} fell back to ${to}.`,
    say`${us} won ${place} as well, and ${csa} fell back to ${to}.`,
    say`${us} won the fight ${at}, and ${csa} fell back to ${to}.`,
  ];
}

/** Grant turned the defender. */
function* turned(facts: StandFacts): Sayings {
  const { us, csa, place, at, thereFirst, n, attacks, turns, to, backward, turnedBefore } = facts;
  if (backward && n > 0 && turns > 0)
    yield say`${thereFirst} ${attacks} and ${several(turns, 'turning movement')} failed; ${us} turned back to ${to}, and ${csa} followed.`;
  if (turns === 1 && n > 1 && !backward)
    yield say`${thereFirst} ${us} failed in ${attacks} and in his first attempt to get around ${csa}; the second took both armies to ${to}.`;
  if (turns > 0)
    yield say`${us} failed ${times(turns)} to get around ${csa} ${at}; then a turning movement took both armies ${backward ? 'back ' : ''}to ${to}.`;
  if (turns > 0 && !backward)
    yield say`${thereFirst} ${us} tried ${times(turns)} to get around ${csa} and failed; the next attempt took him to ${to}, and ${csa} followed.`;
  if (backward && n > 0)
    yield [
      say`${capital(attacks)} ${at} failed; ${us} got out only by turning back to ${to}, and ${csa} followed him.`,
      say`${thereFirst} ${us} failed ${times(n)}; then a turning movement took him the wrong way, to ${to}, and ${csa} followed.`,
    ];
  if (backward) yield say`${us} got out of ${place} only by turning back to ${to}, and ${csa} followed him.`;
  if (turnedBefore && n > 0)
    yield say`Stopped again ${at}, ${us} went around ${csa} again, to ${to}, and ${csa} kept up with him.`;
  if (n === 1)
    yield [
      say`Stopped by ${csa} ${at}, ${us} went around him to ${to}; ${csa} kept pace.`,
      say`One attack ${at} failed, so ${us} marched around ${csa} to ${to}; ${csa} followed.`,
      say`${us} failed once ${at}, then turned ${csa}’s flank, and both armies came to ${to}.`,
    ];
  if (n > 1)
    yield [
      say`${capital(attacks)} failed ${at}; then ${us} slipped around ${csa} to ${to}, and ${csa} followed.`,
      say`What ${attacks} could not do ${at}, a turning movement did: ${us} and ${csa} moved to ${to}.`,
    ];
  yield [
    say`A turning movement took ${us} from ${place} to ${to}, and ${csa} with him.`,
    say`From ${place} ${us} went around ${csa} to ${to}.`,
  ];
  if (n > 0)
    yield [
      say`${us} came to ${to} by another turning movement.`,
      say`${us} turned ${csa}’s flank once more and reached ${to}.`,
    ];
}

/** The campaign ended during this stand, or is in the middle of it. */
function* held(facts: StandFacts): Sayings {
  const { us, csa, at, thereFirst, n, attacks, turns, tries, days, wonHereBefore, lostHereBefore } = facts;
  const hasFought = wonHereBefore || lostHereBefore;
  if (n > 0 && turns > 0)
    yield [
      say`${capital(attacks)} by ${us} and ${tries} to get around ${csa} failed ${at}.`,
      say`${us} tried everything ${at}: ${attacks}, ${several(turns, 'turning movement')}. ${csa} held.`,
    ];
  if (turns > 0) yield say`${us} tried ${times(turns)} to get around ${csa} ${at}, and failed.`;
  if (n === 1)
    yield [
      say`${us} attacked ${csa} ${at} once${hasFought ? ' more' : ''} and failed.`,
      say`${us} attacked ${hasFought ? 'again ' : ''}${at}, and ${csa} held.`,
    ];
  if (n > 2 && days !== null) yield say`${thereFirst} ${csa} held: ${attacks} by ${us} in ${days} all failed.`;
  if (n > 1)
    yield [
      say`${us} attacked ${at} ${times(n)}, and ${csa} held each time.`,
      say`${csa} held ${at} against ${attacks} by ${us}.`,
    ];
  yield say`${csa} held ${us} ${at} again.`;
}

/**
 * Grant's failed attacks on Richmond from one area; the ending tells a successful one.
 * @param isFirst he has not attacked from another area before
 */
function* assault(numbers: Scenario, scene: AssaultScene, isFirst: boolean): Sayings {
  const { won, hopeless } = scene;
  const n = scene.assaults - (won ? 1 : 0);
  if (n === 0) return;
  const [us, csa, from] = [storyLeader(numbers, 'grant'), storyLeader(numbers, 'lee'), storyPlace(numbers, scene.from)];
  // If the city fell in the end, only the failures are told here, and no answer to them.
  const answer = won ? 'none' : scene.answer;
  const often = n === 1 ? '' : ` ${times(n)}`;
  const isOut = answer === 'holds';
  if (hopeless === n)
    yield say`From ${from} ${us} attacked Richmond${often}, though no roll could have won${isOut ? `, and ${csa} came out after him` : ''}.`;
  if (hopeless > 0)
    yield say`${capital(several(n, 'assault'))} on Richmond from ${from} failed; in ${numberWord(hopeless)} of them no roll could have won${isOut ? `. Then ${csa} came out` : ''}.`;
  if (isOut)
    yield [
      say`${us} attacked Richmond from ${from}${often} and failed; then ${csa} came out and held ${from} against him.`,
      say`${capital(n === 1 ? 'an assault' : several(n, 'assault'))} by ${us} on Richmond from ${from} failed; ${csa} counterattacked and stayed.`,
    ];
  if (answer === 'beaten')
    yield say`${us} attacked Richmond ${times(n)} from ${from} without getting in; ${csa} counterattacked and was driven back.`;
  if (answer === 'stayed' && isFirst)
    yield [
      say`${us} attacked Richmond from ${from}${often} and was thrown back; ${csa} stayed behind his works.`,
      say`${us} attacked Richmond from ${from}${often} and failed; ${csa} did not come out.`,
    ];
  if (!isFirst) yield say`From ${from} ${us} attacked the city ${n === 1 ? 'again' : `${times(n)} more`}, and failed.`;
  if (n === 1)
    yield [
      say`One assault by ${us} on Richmond from ${from} failed.`,
      say`${us} attacked Richmond from ${from}, and the defenses held.`,
    ];
  else yield say`${us} attacked Richmond ${times(n)} from ${from} and never got in.`;
  yield say`Richmond’s works held against ${several(n, 'more assault')} from ${from}${isOut ? `; then ${csa} came out` : ''}.`;
}

/** Failed attempts to cross the James; the ending tells a successful one. */
function* crossing(numbers: Scenario, { tries, won, lee }: StoryCrossing, isFirst: boolean): Sayings {
  const n = tries - (won ? 1 : 0);
  if (n === 0) return;
  const [us, csa, from] = [
    storyLeader(numbers, 'grant'),
    storyLeader(numbers, 'lee'),
    storyPlace(numbers, BEFORE_THE_JAMES),
  ];
  const often = n === 1 ? '' : `${times(n)} `;
  if (lee === 'bars')
    yield [
      say`From ${from} ${us} tried ${often}to cross the James; ${csa} came up and stopped him.`,
      say`${us} failed ${often}to cross the James from ${from}, and ${csa} came up to block him.`,
    ];
  if (lee === 'late') yield say`${us} failed ${often}to cross the James, and ${csa} did not come in time to block him.`;
  if (!isFirst) yield say`${us} tried to cross the river ${n === 1 ? 'again' : `${times(n)} more`}, and failed.`;
  if (n === 1) yield say`${us} tried to cross the James and failed.`;
  yield say`The James stopped ${us} ${times(n)}.`;
}

function* march(numbers: Scenario, way: StoryMarch): Sayings {
  const { lee } = way;
  const [us, csa] = [storyLeader(numbers, 'grant'), storyLeader(numbers, 'lee')];
  const [from, to] = [storyPlace(numbers, way.from), storyPlace(numbers, way.to)];
  const isRound = way.from === way.to;
  if (isRound && lee === 'bars')
    yield say`${us} marched away from ${to}; when he came back, ${csa} was there to block him.`;
  if (isRound && lee === 'late')
    yield say`${us} marched away from ${to} and came back; ${csa} came too late to stop him.`;
  if (lee === 'bars')
    yield [
      say`${us} marched on ${to}, but ${csa} got there in time to block him.`,
      say`${us} set out for ${to}, and ${csa} moved over to block him.`,
      say`${us}’s march to ${to} was not fast enough: ${csa} came up to block him.`,
    ];
  if (lee === 'late')
    yield [
      say`${us} reached ${to} unopposed: ${csa} came too late.`,
      say`${us} marched to ${to}, and ${csa} did not get there in time.`,
      say`${csa} was too late to stop ${us} on the way to ${to}.`,
    ];
  if (lee === 'follows' && way.leeFrom) {
    const came = `${csa} came over from ${storyPlace(numbers, way.leeFrom)} to face him`;
    yield [say`${us} marched to ${to}, and ${came}.`, say`${us} went on to ${to}, where ${came}.`];
  }
  if (lee === 'there')
    yield [
      say`${us} followed ${csa} to ${to}.`,
      say`${us} marched to ${to}, where ${csa} stood.`,
      say`From ${from} ${us} went after ${csa} to ${to}.`,
    ];
  if (lee === 'none') {
    const isBackward = distanceToRichmond(numbers, way.to) > distanceToRichmond(numbers, way.from);
    if (isRound) yield say`${us} marched off and came back to ${to}.`;
    else if (isBackward) yield say`${us} marched back to ${to}.`;
    else yield [say`${us} marched to ${to}.`, say`From ${from} ${us} marched to ${to}.`];
  }
  yield [
    say`Next ${us} went to ${to}.`,
    say`Then ${us} took the road to ${to}.`,
    say`${us} moved on to ${to}.`,
    say`${us}’s next march was to ${to}.`,
    say`After that ${us} marched to ${to}.`,
  ];
}

/**
 * The attacks of a leader other than Grant.
 * @param isHeaded a heading already names the place
 */
export function* tellFront(numbers: Scenario, front: Front, isHeaded: boolean): Sayings {
  const { attacks: n, drives, shutIn } = front;
  const [us, csa, grant] = [
    storyLeader(numbers, front.leader),
    storyLeader(numbers, front.csa ?? 'lee'),
    storyLeader(numbers, 'grant'),
  ];
  const area = storyPlace(numbers, front.area);
  const where = isHeaded ? '' : ` ${at(numbers, front.area)}`;
  const attacks = several(n, 'attack');
  if (n === 0) return;
  if (front.driven === null) {
    if (n > 1)
      yield [
        say`${us} attacked ${csa} ${times(n)}${where} and failed each time.`,
        say`${capital(attacks)} by ${us}${where} did not move ${csa}.`,
      ];
    yield say`${us} attacked ${csa} ${times(n)}${where} and failed.`;
    if (n === 1) yield say`${us} made one attack on ${csa}${where}; it failed.`;
    return;
  }
  const { to, at: nth } = front.driven;
  // The enemy was destroyed in the Valley, which gives Action Points back.
  if (to === null) {
    const { most, valleyVictory } = numbers.actionPoints;
    const campaignDays = daysBetween(numbers.calendar.first, numbers.calendar.last);
    const daysOf = (points: number) => Math.round((points * campaignDays) / most);
    const [days, full] = [daysOf(front.gain), daysOf(valleyVictory)];
    const day = shortDate(dateOf(numbers, front.pointsLeft));
    const back = `the calendar went back to ${day}`;
    if (days === 0) yield say`${us} beat ${csa}${where}, too early to win any days back.`;
    else if (days < full)
      yield say`${us} beat ${csa}${where}, which gave ${grant} only ${several(days, 'more day')} instead of ${numberWord(full)}: the calendar could not go back beyond ${day}.`;
    else if (nth === 1) yield say`${us} beat ${csa}${where} with one attack, which gave ${grant} more time: ${back}.`;
    else yield say`${us} beat ${csa}${where} at the ${ordinal(nth)} attempt, and ${back}: more time for ${grant}.`;
    return;
  }
  if (shutIn > 0 && drives > 1)
    yield say`In ${attacks} ${us} drove ${csa} out of ${area} ${times(drives)}, and ${shutIn < drives ? 'every time but the last' : 'each time'} ${csa} came back from Richmond and shut him in again.`;
  if (shutIn > 0)
    yield say`${us} drove ${csa} out of ${area} ${n === 1 ? 'at the first attempt' : `once in ${attacks}`}.`;
  const into = `into ${storyPlace(numbers, to)}`;
  const forTheCity = (who: string) => (to === 'richmond' ? `, where ${who} could defend the city` : '');
  yield nth === 1
    ? [
        say`${us} drove ${csa} out of ${area} at the first attempt, ${into}${forTheCity(csa)}.`,
        say`One attack by ${us}${where} sent ${csa} back ${into}${forTheCity(csa)}.`,
      ]
    : [
        say`${csa} held ${us}${where} through ${several(nth - 1, 'attack')}, then fell back ${into}${forTheCity('he')}.`,
        say`${us} needed ${several(nth, 'attack')}${where} to drive ${csa} ${into}${forTheCity(csa)}.`,
      ];
}

/** The attacks on Richmond of a leader other than Grant, without the one that won the campaign. */
export function* tellFrontAssaults(numbers: Scenario, front: Front): Sayings {
  const { hopeless, won, shutIn } = front;
  const n = front.assaults - (won ? 1 : 0);
  if (n === 0) return;
  const [us, csa] = [storyLeader(numbers, front.leader), storyLeader(numbers, front.csa ?? front.defender ?? 'lee')];
  const often = n === 1 ? '' : ` ${times(n)}`;
  const assaults = several(n, 'assault');
  // The defender was driven out once, and came back after a failed assault.
  const back = front.drives === 1 && shutIn > 0 ? `${csa} came back and shut him in` : null;
  if (hopeless === n)
    yield say`${us} attacked Richmond${often}, though no roll could have won${back ? `; then ${back}` : ''}.`;
  if (hopeless > 0)
    yield say`${capital(assaults)} by ${us} on Richmond failed; in ${numberWord(hopeless)} of them no roll could have won.${back ? ` ${back}.` : ''}`;
  if (back)
    yield say`${n === 1 ? 'His one assault' : `${capital(assaults)} by ${us}`} on the city failed, and ${back}.`;
  if (won) yield say`Richmond threw ${us} back ${times(n)}.`;
  if (shutIn > 0)
    yield say`${n === 1 ? `${us}’s one assault` : `${capital(assaults)} by ${us}`} on the city itself failed.`;
  if (front.answer === 'beaten')
    yield say`${us} attacked Richmond itself ${times(n)} and failed; ${csa} counterattacked and was driven back into the city.`;
  yield n === 1
    ? say`An assault by ${us} on Richmond failed.`
    : say`${us} attacked Richmond ${times(n)} and never got in.`;
}

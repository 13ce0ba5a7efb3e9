import { capital, numberWord, ordinal, several, times } from '../../../kit/plain-english.ts';
import { type Pen, type Sayings, type Sentence, say, sentence } from '../../../kit/storytelling.ts';
import { actionPoints } from '../words/sentences.ts';
import type { End } from './ending.ts';

/** A newspaper headline: the first that fits in 80 characters. */
export function headlineOf(end: End): string {
  const fitting = headlines(end).find((headline) => headline !== false && headline.length <= 80);
  return fitting || (end.how === 'lost' ? 'Richmond stands' : 'The campaign for Richmond');
}

function headlines(end: End): readonly (string | false)[] {
  const { us, lee, place, at, day, from, victor, points, daysLeft, faced, rooted, attacks, assaults, earnest, tries } =
    end;
  const { spent, spentByGrant, sides, luck, lastDroveOut, isGrants } = end;
  const [side] = sides;
  const isAside = side !== undefined && side.points * 2 > spent;
  switch (end.how) {
    case 'richmond':
      return [
        points === 0 && `Richmond falls to ${victor} on the last day`,
        end.defender === null && `${victor} walks into an empty Richmond on ${day}`,
        luck.failed === 0 && `Every roll succeeds: ${victor} takes Richmond on ${day}`,
        !isGrants && rooted && faced && `${victor} takes Richmond while ${us} is still ${at}`,
        assaults > 2 && `${victor} takes Richmond at the ${ordinal(assaults + 1)} assault`,
        daysLeft >= 12 && `${victor} takes Richmond with ${daysLeft} days to spare`,
        !isGrants && `${victor}, not ${us}, takes Richmond`,
        `Richmond falls to ${victor}’s attack from ${from}`,
        `Richmond falls to ${victor}`,
      ];
    case 'james':
      return [
        points === 0 && `${us} is across the James on the last day`,
        daysLeft >= 12 && `${us} is across the James with ${daysLeft} days to spare`,
        tries > 0 && `${us} crosses the James at last, on ${day}`,
        `${us} is across the James on ${day}`,
      ];
    case 'lost':
      return [
        ...(rooted && faced
          ? [
              spentByGrant > 0 && spentByGrant * 2 >= spent && `${lee} never lets ${us} out of ${place}`,
              spentByGrant > 0 && isAside && `${side.name} gets most of the Action Points; ${us} never leaves ${place}`,
              spentByGrant === 0 &&
                sides.length === 1 &&
                `${us} never leaves ${place}; ${side?.name} spends the campaign ${side?.at}`,
              spentByGrant === 0 &&
                `${us} never leaves ${place} while ${sides.map(({ name }) => name).join(' and ')} fight`,
              `${us} never leaves ${place}`,
            ]
          : []),
        tries > 1 && `The James stops ${us} ${times(tries)}, and Richmond stands`,
        earnest > 2 && `Richmond stands through ${numberWord(earnest)} assaults`,
        lastDroveOut && end.couldStillWin && `One point short: ${us} opens the road ${at}`,
        lastDroveOut && !faced && `The road opens ${at} as time runs out`,
        isAside && `${side.name} gets most of the Action Points, and Richmond stands`,
        attacks > 3 && `${capital(numberWord(attacks))} attacks ${at}, and ${lee} still holds it`,
        assaults > 0 && `Richmond stands; ${us} ends the campaign ${at}`,
        end.atTheGates && `${us} runs out of time ${at}, one step from Richmond`,
        faced && attacks === 0 && `${us} ends the campaign ${at}, with ${lee} in his way`,
        faced && `${lee} holds ${us} ${at}, and Richmond stands`,
        `${us} runs out of time ${at}`,
      ];
    case 'abandoned':
      return [`The campaign is abandoned ${at}`, 'The campaign is abandoned'];
    case 'running':
      return [faced && `${us} and ${lee} face to face ${at}`, `${us} is ${at} on ${day}`, 'The campaign goes on'];
    default:
      return end.how satisfies never;
  }
}

/** One or two sentences that open the story: how the campaign ended. */
export function* lead(end: End): Sayings {
  const { us, lee, day, lastLong, begin, daysUsed, spent, daysLeft, luck, points, victor, isGrants, rooted, at } = end;
  const goal = 'to take Richmond or cross the James';
  const days = several(daysUsed, 'day');
  const won = end.how === 'james' ? `${us} crossed the James` : `${victor} took Richmond`;
  switch (end.how) {
    case 'richmond':
    case 'james':
      if (points === 0) {
        yield [say`It took all ${days}: ${won} on ${lastLong}.`, say`${won} on ${lastLong}, with no day to spare.`];
        if (spent > 1) yield say`The last of ${several(spent, 'Action Point')} won it: ${won}.`;
      }
      yield [
        isGrants && say`${us} had until ${lastLong} ${goal}. He did it on ${day}.`,
        begin && say`${capital(days)} after the army marched, ${won}.`,
        begin && isGrants && say`${us} set out from ${begin.place} on ${begin.day}. On ${day} it was over: ${won}.`,
        luck.failed > 2 &&
          say`${capital(numberWord(luck.failed))} of ${numberWord(luck.tries)} rolls failed, but in the end ${won}.`,
        luck.failed > 0 &&
          luck.failed < 3 &&
          say`Only ${several(luck.failed, 'roll')} failed in the whole campaign: ${won}.`,
        ...(end.how === 'james'
          ? [
              say`Richmond did not fall. ${us} went around it instead, and was across the James on ${day}.`,
              say`The river decided it, not the city: ${won} on ${day}.`,
              say`${lee} kept Richmond and lost the campaign: ${won} on ${day}.`,
            ]
          : [say`Richmond had to hold until ${lastLong}. It fell on ${day}.`]),
        ...(isGrants
          ? []
          : [
              say`This was ${us}’s campaign, but ${victor} won it: he took Richmond on ${day}.`,
              say`Richmond fell on ${day}, and the general who rode in was ${victor}, not ${us}.`,
            ]),
      ];
      return;
    case 'lost':
      yield [
        say`${us} had until ${lastLong} ${goal}. He did neither.`,
        say`Time beat ${us}: ${lastLong} came, and he had neither taken Richmond nor crossed the James.`,
        end.faced && say`${lee} had to hold ${us} off until ${lastLong}, and he did.`,
        ...(rooted ? [] : [say`When time ran out on ${lastLong}, Richmond still stood, and ${us} was ${at}.`]),
        ...(begin && !rooted
          ? [
              say`From ${begin.place} to ${end.nearest}: that is as far as ${us} got by ${lastLong}.`,
              say`In ${days} ${us} got as far as ${end.nearest}. It was not far enough.`,
            ]
          : []),
        begin &&
          say`The campaign against Richmond began on ${begin.day} and fell short: ${us} was out of time on ${lastLong}.`,
        end.spentByGrant === spent &&
          say`${capital(several(spent, 'Action Point'))} brought ${us} neither to Richmond nor across the James by ${lastLong}.`,
        luck.tries > 4 &&
          say`The Union rolled ${times(luck.tries)} ${luck.tries === luck.failed ? 'without success, and' : `and succeeded ${times(luck.tries - luck.failed)}, but`} on ${lastLong}, the last day, Richmond still stood.`,
        end.earnest > 0 && say`Richmond was attacked and held; on ${lastLong} ${us} ran out of time.`,
        end.tries > 0 && say`${us} reached the James and could not cross it. On ${lastLong} time ran out.`,
        end.leePassed && !rooted && say`${us} got past ${lee}, but not to Richmond: ${lastLong} came first.`,
      ];
      return;
    case 'abandoned':
      yield [
        say`${us} had until ${lastLong} ${goal}. The campaign stopped on ${day}, undecided.`,
        say`This campaign has no winner. ${us} had until ${lastLong} ${goal}; when it stopped, he was ${at}.`,
      ];
      return;
    case 'running':
      yield [
        say`${us} has until ${lastLong} ${goal}.`,
        say`${capital(several(daysLeft, 'day'))} are left: by ${lastLong} ${us} must take Richmond or cross the James.`,
      ];
      return;
    default:
      end.how satisfies never;
  }
}

/** The heading of the last chapter, with its day: `The end, 3 June`. */
export function headingOf({ how, day }: End): string {
  return `${how === 'abandoned' ? 'Abandoned' : how === 'running' ? 'Now' : 'The end'}, ${day}`;
}

/**
 * The last chapter.
 * @param quoted a quoted reason for its last order already names the member
 */
export function tellEnd(pen: Pen, end: End, quoted: boolean): Sentence[] {
  const { how, by, luck } = end;
  const first = sentence(pen.say(how === 'richmond' ? richmond(end) : how === 'james' ? james(end) : stopped(end)), 3);
  if (how === 'lost') return [...first, ...sentence(whyLost(end), 2)];
  if (how === 'abandoned' || how === 'running') return first;
  const credit = by === null || quoted ? null : `${by} gave the last order.`;
  return [...first, ...sentence(rollsBefore(luck, end.scattered), 2), ...sentence(credit, 1)];
}

/** The luck of a campaign that was won. */
function rollsBefore({ failed, tries, worst, before }: End['luck'], scattered: boolean): string | null {
  if (failed === 0 && tries > 2) return `Not one of ${numberWord(tries)} rolls had failed.`;
  // The failures just before the last try are a run too, so none is longer than the worst.
  if (worst.length <= 3 || !scattered) return null;
  const when = worst.length === before ? 'before that' : 'on the way';
  return `${capital(numberWord(worst.length))} rolls in a row had failed ${when}.`;
}

function* richmond({ points, victor, isGrants, from, defender, assaults, elsewhere, rooted, us, at }: End): Sayings {
  if (points === 0 && defender !== null)
    yield say`With the last Action Point ${victor} attacked${assaults > 0 ? ' once more' : ''} from ${from}, and ${defender} lost the city.`;
  if (defender === null) yield say`Richmond stood empty when ${victor} came in from ${from}: ${elsewhere}.`;
  else if (!isGrants && rooted) yield say`With ${us} still ${at}, ${victor} beat ${defender} and took the city.`;
  else if (assaults === 0)
    yield say`The first assault on Richmond was the last: ${victor} attacked from ${from} and beat ${defender}.`;
  else
    yield [
      say`${victor} attacked from ${from}, ${defender} gave way, and Richmond fell.`,
      say`From ${from} ${victor} attacked again, and ${defender} could not hold the city.`,
    ];
}

function* james({ points, us, from, tries }: End): Sayings {
  if (points === 0) yield say`On the last day ${us} marched from ${from} to the James and got across.`;
  else if (tries > 0) yield say`The ${ordinal(tries + 1)} attempt succeeded, and ${us} was across the James.`;
  else
    yield [
      say`${us} crossed the James from ${from} at the first attempt.`,
      say`From ${from} ${us} marched to the James and got across at once.`,
    ];
}

/** A campaign that was lost, abandoned, or is still running. */
function* stopped(end: End): Sayings {
  const {
    how,
    us,
    lee,
    at,
    place,
    faced,
    rooted,
    points,
    daysLeft,
    orders,
    spentByGrant,
    attacks,
    lastDroveOut,
    atTheGates,
  } = end;
  const both = faced ? `${us} and ${lee}` : us;
  if (how === 'running')
    yield faced
      ? say`${both} stand face to face ${at}, with ${actionPoints(points)} left.`
      : say`${us} is unopposed ${at}, with ${actionPoints(points)} left.`;
  if (how === 'abandoned')
    yield orders === 0
      ? say`No order had been given, and ${us} was still ${at}.`
      : say`The campaign stopped there, with ${both} ${at} and ${several(daysLeft, 'day')} left.`;
  if (rooted && faced && spentByGrant === 0)
    yield say`${both} were still where they had begun, ${at}; ${us} had not attacked once.`;
  if (rooted && faced) yield say`${both} were still where they had begun.`;
  if (lastDroveOut && end.couldStillWin) yield say`The road was open, but no Action Point was left to use it.`;
  if (lastDroveOut && !faced)
    yield say`The last attack ${at} succeeded, but time was up, and ${atTheGates ? 'Richmond stood' : 'Richmond was still far off'}.`;
  if (atTheGates && !faced) yield say`${us} stood ${at}, one step from the city, with no Action Point left.`;
  if (atTheGates && faced) yield say`${capital(at)} ${lee} still stood between ${us} and the city.`;
  if (faced && attacks === 0) yield say`${us} was ${at} when time ran out, with ${lee} in his way.`;
  if (faced)
    yield [
      say`On the last day ${us} and ${lee} stood face to face ${at}.`,
      say`Time ran out with ${lee} still in front of ${us} ${at}.`,
      say`Time was up, and ${us} had not got past ${lee} ${at}.`,
    ];
  if (rooted) yield say`${us} had not left ${place} when time ran out.`;
  yield say`${us} was ${at}, with no Action Point left.`;
}

/** The main cause of a loss, as far as it is known; `both` if neither did much more harm than the other. */
function blameOf({ balance }: End): 'orders' | 'dice' | 'both' | null {
  if (balance === null || (balance.decisions === 0 && balance.dice >= 0)) return null;
  const [byOrders, byDice] = [-balance.decisions, -balance.dice];
  if (byOrders >= 2 * byDice) return 'orders';
  return byDice >= 2 * byOrders ? 'dice' : 'both';
}

/** Says why a campaign was lost. If the orders or the dice are to blame, nothing else is. */
function whyLost(end: End): string | null {
  const { balance, luck, sides, spent, sink, rooted, earnest, tries } = end;
  const blame = blameOf(end);
  const isStreak = luck.worst.length > 4 && end.scattered;
  const streak = `${capital(numberWord(luck.worst.length))} rolls in a row had failed.`;
  const [side] = sides;
  if (blame === 'dice' && balance?.best) return 'Every order was the best there was: the dice lost it.';
  if (blame === 'dice') return isStreak ? streak : 'The dice did far more harm than the orders.';
  if (side && side.points > 3 && side.points * 5 >= spent * 2) return aside(side, spent);
  if (blame === 'orders' && balance) {
    if (balance.dearest) return `The costliest decision was ${balance.dearest}; no roll did as much harm.`;
    const areDiceKind = balance.dice >= 0;
    return areDiceKind
      ? 'The dice were kind on the whole; the orders lost it.'
      : 'The orders did far more harm than the dice.';
  }
  if (blame === 'both' && isStreak) return streak;
  if (sink && !rooted && sink.points * 2 >= spent && sink.points > 3)
    return `${capital(numberWord(sink.points))} of ${several(spent, 'Action Point')} had been spent ${sink.at}.`;
  if (isStreak) return streak;
  if (earnest > 0 && tries > 0)
    return `${capital(several(earnest, 'assault'))} and ${several(tries, 'attempt')} to cross the James had failed.`;
  if (blame === 'both') return 'Orders and dice were both to blame.';
  return !rooted && end.assaults + tries === 0 ? 'Nobody had attacked Richmond or tried to cross the James.' : null;
}

/** How the Action Points were used that went to a leader other than Grant. */
function aside({ name, points, faces, unmoved }: End['sides'][number], spent: number): string {
  const all = several(spent, 'Action Point');
  const hopeless = faces.filter((count) => count === 0).length;
  const sixes = faces.filter((count) => count === 1).length;
  const others = hopeless === 1 ? 'the other' : `the other ${numberWord(hopeless)}`;
  const needs =
    hopeless + sixes < faces.length
      ? ''
      : sixes === 0
        ? ', and none of his attacks could win'
        : hopeless > 0
          ? `: ${several(sixes, 'attack')} needed a 6, and ${others} could not win`
          : unmoved
            ? `, and even a 6 would only have driven ${unmoved.csa} into ${unmoved.to}`
            : ', and each of his attacks needed a 6';
  return `${points === spent ? `All ${all}` : `${capital(numberWord(points))} of ${all}`} had gone to ${name}${needs}.`;
}

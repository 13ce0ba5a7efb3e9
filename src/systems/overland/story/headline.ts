import { capital, numberWord, ordinal, times } from '../../../kit/plain-english.ts';
import type { End } from './ending.ts';

/** What a newspaper would print above it; the first that fits its room. */
export function headlineOf(end: End): string {
  const found = headlines(end).find((headline) => headline.length <= 80);
  return found ?? (end.how === 'lost' ? 'Richmond stands' : 'The campaign for Richmond');
}

function headlines(end: End): string[] {
  const { us, lee, day, at, left, points, faced } = end;
  switch (end.how) {
    case 'richmond':
      return richmondHeadlines(end);
    case 'james':
      return [
        ...(points === 0 ? [`${us} is across the James on the last day`] : []),
        ...(left >= 12 ? [`${us} is across the James with ${left} days to spare`] : []),
        ...(end.tries > 0 ? [`${us} crosses the James at last, on ${day}`] : []),
        `${us} is across the James on ${day}`,
        'Across the James',
      ];
    case 'lost':
      return lostHeadlines(end);
    case 'abandoned':
      return [`The campaign is abandoned ${at}`, 'The campaign is abandoned'];
    case 'running':
      return [
        ...(faced ? [`${us} and ${lee} face to face ${at}`] : []),
        `${us} is ${at} on ${day}`,
        'The campaign goes on',
      ];
    default:
      return end.how satisfies never;
  }
}

function richmondHeadlines(end: End): string[] {
  const { victor, victorIsGrant, us, day, at, from, left, points, assaults, luck, faced } = end;
  return [
    ...(points === 0 ? [`Richmond falls to ${victor} on the last day`] : []),
    ...(end.defender === null ? [`${victor} walks into an empty Richmond on ${day}`] : []),
    ...(luck.failed === 0 ? [`Every roll succeeds: ${victor} takes Richmond on ${day}`] : []),
    ...(!victorIsGrant && end.rooted && faced ? [`${victor} takes Richmond while ${us} is still ${at}`] : []),
    ...(assaults > 2 ? [`${victor} takes Richmond at the ${ordinal(assaults + 1)} assault`] : []),
    ...(left >= 12 ? [`${victor} takes Richmond with ${left} days to spare`] : []),
    ...(victorIsGrant ? [] : [`${victor}, not ${us}, takes Richmond`]),
    `Richmond falls to ${victor}’s attack from ${from}`,
    `Richmond falls to ${victor}`,
    'Richmond falls',
  ];
}

function lostHeadlines(end: End): string[] {
  const { us, lee, at, faced, tries, earnest, assaults, attacks, side, spent } = end;
  return [
    ...(end.rooted && faced ? rootedHeadlines(end) : []),
    ...(tries > 1 ? [`The James stops ${us} ${times(tries)}, and Richmond stands`] : []),
    ...(earnest > 2 ? [`Richmond stands through ${numberWord(earnest)} assaults`] : []),
    ...(end.lastCarried && end.oneMore ? [`One point short: ${us} opens the road ${at}`] : []),
    ...(end.lastCarried && !faced ? [`The road opens ${at} as time runs out`] : []),
    ...(side !== null && side.points * 2 > spent
      ? [
          `${side.name} gets most of the Action Points, and Richmond stands`,
          `${side.name} gets most of the Action Points`,
        ]
      : []),
    ...(attacks > 3 ? [`${capital(numberWord(attacks))} attacks ${at}, and ${lee} still holds it`] : []),
    ...(assaults > 0 ? [`Richmond stands; ${us} ends the campaign ${at}`] : []),
    ...(end.atTheGates ? [`${us} runs out of time ${at}, one step from Richmond`] : []),
    ...(faced && attacks === 0 ? [`${us} ends the campaign ${at}, with ${lee} in his way`] : []),
    ...(faced ? [`${lee} holds ${us} ${at}, and Richmond stands`] : []),
    `${us} runs out of time ${at}`,
    'Richmond stands',
  ];
}

/** Grant ends where he began, and so does Lee: because nothing carried, or because little was tried. */
function rootedHeadlines({ us, lee, grants, spent, side, sides, ...end }: End): string[] {
  if (grants === 0) {
    const alone = sides.length === 1 && side !== null;
    return [
      ...(alone ? [`${us} never leaves ${end.place}; ${side.name} spends the campaign ${side.at}`] : []),
      ...(alone ? [`${us} never moves; ${side.name} spends the campaign ${side.at}`] : []),
      ...(alone ? [] : [`${us} never leaves ${end.place} while ${sides.join(' and ')} fight`]),
      `${us} never leaves ${end.place}`,
    ];
  }
  return grants * 2 >= spent
    ? [`${lee} never lets ${us} out of ${end.place}`]
    : side !== null && side.points * 2 > spent
      ? [`${side.name} gets most of the Action Points; ${us} never leaves ${end.place}`]
      : [`${us} never leaves ${end.place}`];
}

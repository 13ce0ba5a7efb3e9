import { hexBriefly, hexLabel } from '../../../kit/hex/hex-names.ts';
import { atMost, listed, shortened } from '../../../kit/plain-english.ts';
import type { Theatre } from '../theatre.ts';
import type { BattleView, View } from '../view.ts';
import { blockNames, offerOf, SIDE_NAMES, sideBlocks } from './names.ts';

/** Tasks that wait to be done, a line each [14.2]. */
export function agenda(theatre: Theatre, view: View): readonly string[] {
  const { phase, deciding, actions, battle, offer, active } = view;
  const waiting = deciding.map((side) => `**${SIDE_NAMES[side]}**`);
  const lines: string[] = [];
  if (phase === 'cut') lines.push(`${listed(waiting)}: cut the deck in secret.`);
  if (phase === 'cards') lines.push(`${listed(waiting)}: choose a card in secret.`);
  if (phase === 'actions')
    lines.push(
      `**${SIDE_NAMES[active]}**: ${actions.left === 0 ? '' : actions.built ? 'build, then ' : 'move or build, then '}end your actions.`,
    );
  if (phase === 'supply') lines.push(`**${SIDE_NAMES[active]}**: give the steps of the Supply card to blocks.`);
  const coming = view.stacks.filter(({ hex, entries }) => entries.length > 0 && hex !== battle?.hex);
  const [only, another] = coming;
  if (only && !another) {
    const from = only.entries.map(([hex, number]) => `${sideBlocks(number, only.side)} from ${hex}`);
    lines.push(`Upcoming battle at ${hexLabel(theatre, only.hex)}: ${listed(from)}.`);
  }
  if (another)
    lines.push(`Upcoming battles: ${atMost([...new Set(coming.map(({ hex }) => hexBriefly(theatre, hex)))], 4)}.`);
  if (phase === 'battles')
    lines.push(`${listed(waiting)}: ${battle ? battleWords(theatre, battle) : 'choose the next battle.'}`);
  if (phase === 'attrition') lines.push(`${listed(waiting)}: choose who loses a step.`);
  if (phase === 'exchange' && !offer) lines.push(`${listed(waiting)}: offer an exchange of prisoners, or none.`);
  if (offer) lines.push(`${offerOf(offer.by, blockNames(theatre, offer.give), blockNames(theatre, offer.take))}.`);
  const cut = view.stacks.filter(({ supplied }) => !supplied);
  // The picture always marks blocks out of supply; only in this phase do they lose steps.
  if (cut.length > 0 && phase === 'attrition')
    lines.push(
      `Out of supply: ${atMost(
        cut.map(({ hex }) => hexBriefly(theatre, hex)),
        5,
      )}.`,
    );
  return lines.slice(0, 8).map((line) => shortened(line, 110));
}

/** Says what a battle asks for: "plan the battle at 2007 Bowling Green in secret." */
function battleWords(theatre: Theatre, { hex, round, waiting }: BattleView): string {
  const where = hexLabel(theatre, hex);
  if (waiting?.for === 'fire') return `fire or retreat at ${where}, round ${round}.`;
  return waiting ? `regroup or stay at ${where}.` : `plan the battle at ${where} in secret.`;
}

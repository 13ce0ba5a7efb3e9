import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import type { Block, Theatre } from '../theatre.ts';

/** Purposes of dice and shuffles. A roll is sealed over its purpose and the log holds it, so these texts stay as they are, like a JSON key. */
export const ROLLED_FOR = {
  fire: (theatre: Theatre, { name }: Block, hex: HexId, round: number): string =>
    `${name} fires at ${hexLabel(theatre, hex)}, round ${round}`,
  forcedMarch: (theatre: Theatre, hex: HexId): string => `A forced march to ${hexLabel(theatre, hex)}`,
  cards: 'The cards of the year',
} as const;

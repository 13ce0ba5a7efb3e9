import { picture } from '../../src/systems/overland/picture.ts';
import { SEAL } from '../systems/overland/sheet.ts';
import { gallery } from '../systems/overland/sheets.ts';
import type { Sample } from './pictures.ts';

/** One picture of Overland of each kind that costs differently. */
export const OVERLAND: readonly Sample[] = [
  sample('opening', 'opening'),
  sample('quiet position', 'position'),
  sample('battle', 'Lee falls back from The Wilderness'),
  sample('plate at the end', 'defeat'),
];

function sample(name: string, of: string): Sample {
  const sheet = gallery()[of];
  if (sheet === undefined) throw new Error(`The gallery has no picture "${of}"`);
  const { view, moment } = sheet;
  return { name, make: () => picture(view, moment, { seal: SEAL }).scene };
}

import { readFileSync } from 'node:fs';
import type { DataFault, DataFiles, Json } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import type { Field } from '../../../src/systems/road-to-richmond/field.ts';
import { MAP, readField, UNITS } from '../../../src/systems/road-to-richmond/field.ts';

/** `assets/road-to-richmond`, read anew, so that a test may bend its copy. */
export function dataFiles(): { readonly [file: string]: Json } {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../assets/road-to-richmond/${name}`, import.meta.url), 'utf8')) as Json;
  return { [MAP]: read(MAP), [UNITS]: read(UNITS) };
}

const read = readField(dataFiles());
if (isFaults(read)) throw new Error(`The data of Road to Richmond is refused: ${JSON.stringify(read)}`);

/** The field as it is shipped. */
export const field: Field = read;

/** The faults found in bent data; none where it is sound. */
export function faultsIn(files: DataFiles): readonly DataFault[] {
  const found = readField(files);
  return isFaults(found) ? found : [];
}

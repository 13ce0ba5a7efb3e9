import type { LandNumbers } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { settingOf } from './fonts.ts';
import { pressStamp, type Sheet, stampOf } from './stamps.ts';

/** Pixels that a figure may reach beyond its advance. */
const MARGIN = 2;

/** Draws numbers on a sheet, figure by figure. */
export function* drawNumbers({ face, size, fill, at }: LandNumbers, table: Table, sheet: Sheet): Generator<void, void> {
  // Figures of old style reach below their baseline.
  const [top, bottom] = [-Math.ceil(size), Math.ceil(size * 0.4)];
  for (const { text, x, y } of at) {
    if (y + bottom <= 0 || y + top >= sheet.height || x >= sheet.width) continue;
    for (const { letter, x: from, width } of settingOf(face, size, text).letters) {
      const box = { left: -MARGIN, top, right: Math.ceil(width) + MARGIN, bottom };
      const item = { kind: 'text', text: letter, x: 0, y: 0, face, size, fill } as const;
      const stamp = yield* stampOf(table, `number ${face} ${size} ${fill} ${letter}`, item, box);
      yield* pressStamp(table, stamp, x + Math.round(from), y, sheet);
    }
    yield;
  }
}

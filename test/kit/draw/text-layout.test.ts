import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textBounds, typeset, widthOf } from '../../../src/kit/draw/text-layout.ts';
import { widthOf as drawnWidth } from '../../../src/render/index.ts';

const FACES = ['text', 'bold', 'italic', 'title'] as const;
const names = ['bobby-lee', 'road-to-richmond', 'sam-grant', 'wilderness'].flatMap((game) =>
  [...readFileSync(`assets/${game}/map.json`, 'utf8').matchAll(/"name": "([^"]+)"/g)].map(([, name]) =>
    typeset(name ?? ''),
  ),
);

test('a name is as wide as it is drawn, within 8 % (12 % in small capitals), and never wider than its bounds', () => {
  expect(new Set(names).size).toBeGreaterThan(300);
  for (const face of FACES)
    for (const text of new Set(names)) {
      const drawn = drawnWidth(face, 22, text);
      expect(Math.abs(widthOf(text, 22, face) / drawn - 1), `${face}: ${text}`).toBeLessThan(
        face === 'title' ? 0.12 : 0.08,
      );
      expect(textBounds({ kind: 'text', text, x: 0, y: 0, size: 22, fill: '#000', face }).width).toBeGreaterThanOrEqual(
        drawn,
      );
    }
});

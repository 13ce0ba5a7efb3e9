import type { Item, Picture, Scene } from '../../src/game/index.ts';
import { grouped } from '../../src/kit/plain-english.ts';

/**
 * Pictures as a file to be read: of each its words, the marks on its land by kind and colour with how often they are drawn, the letters on
 * them, and the alt text. Counters are among the marks; the land is not. Whoever changes a picture reads what has become of it.
 */
export function toldPictures(pictures: { readonly [name: string]: Picture }): string {
  return Object.entries(pictures)
    .map(([name, { scene, alt }]) => {
      const marks = grouped(marksOf(scene), (mark) => mark).map(([mark, all]) => `${all.length} ${mark}`);
      const letters = lettersOf(scene.items).map((text) => `“${text}”`);
      return `# ${name}, ${scene.width} × ${scene.height}\n${alt}\n- ${marks.join('; ')}\n- ${letters.join(' ')}\n`;
    })
    .join('\n');
}

function marksOf({ items }: Scene): string[] {
  return items.flatMap((item) => {
    if (item.kind === 'text' || item.kind === 'lettering') return [];
    if (item.kind === 'group') return [`group of ${item.items.length}`];
    const { fill, stroke } = item;
    const edge = stroke && ` ${stroke.dash ? 'dashed' : 'edged'} ${stroke.colour} ${stroke.width}`;
    return [`${item.kind}${fill ? ` ${fill}` : ''}${edge ?? ''}`];
  });
}

function lettersOf(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return lettersOf(item.items);
    return item.kind === 'text' || item.kind === 'lettering' ? [item.text] : [];
  });
}

import type { Colour, Item, Scene } from '../../game/index.ts';
import type { HexMap } from '../hex/hex-map.ts';
import type { HexPlot } from '../hex/hex-plot.ts';
import { MemoPer, oncePer } from '../memo.ts';

/** Grounds of a game, laid out once for each map: to put the items together takes longer than to draw upon what they come to. */
export class HexGrounds<Map extends HexMap> {
  readonly #known = new MemoPer<Map, Scene['ground']>(40);
  readonly #game: string;
  readonly #paper: Colour;
  readonly #numberOf: (map: Map) => string;

  /** @param contents all that a ground is made from: its key must not stand for another map's */
  constructor(game: string, paper: Colour, contents: (map: Map) => unknown) {
    this.#game = game;
    this.#paper = paper;
    this.#numberOf = oncePer((map: Map) => hashOf(JSON.stringify(contents(map))));
  }

  /** @param part which part of the map it is: "whole" */
  get(map: Map, part: string, size: { readonly width: number; readonly height: number }, draw: () => readonly Item[]) {
    const name = `${this.#game} ${part}`;
    return this.#known.get(map, name, () => ({
      key: `${name} ${this.#numberOf(map)}`,
      items: [{ kind: 'rect', x: 0, y: 0, ...size, fill: this.#paper }, ...draw()],
    }));
  }
}

/** Identifies a close-up in the ground's key, by its scale and corner. */
export function partOf({ radius, x, y }: HexPlot): string {
  return `${radius} at ${x}, ${y}`;
}

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * A scene: a plain list of things to draw, in pixels, y downwards, later things over earlier ones. It knows no rules
 * and no canvas; `src/render` turns it into a PNG.
 */
export interface Scene {
  /** Whole pixels, both. */
  readonly width: number;
  readonly height: number;
  /**
   * The colours of the picture. All pictures of a system have equal palettes, so that an animation can be made of them.
   * Drawing is faster if they share one object.
   */
  readonly palette: Palette;
  readonly ground: Ground;
  readonly items: readonly Item[];
}

/** The background that pictures share. Equal keys mean equal grounds. */
export interface Ground {
  readonly key: string;
  /** Drawn once per key, size and palette, then cached. Empty if the ground has `land`. */
  readonly items: readonly Item[];
  /** The tiles of a larger map of which the picture shows a part. */
  readonly land?: readonly Tile[];
}

/** A picture without its items: its size, palette and ground. */
export type Land = Omit<Scene, 'items'>;

/** A part of a map, drawn once per key and palette, then cached. A place without a tile has the palette's first ink. */
export interface Tile {
  readonly key: string;
  /** The place of its upper left corner in the picture, in whole pixels, as are its sides. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The tile's items, made as they are taken, the lowest first. Coordinates start at the tile's corner. */
  items(): Iterable<Item>;
}

/** A system's fixed palette: at most 255 colours. */
export interface Palette {
  /** Colours that come out exactly as they are. */
  readonly inks: readonly Colour[];
  /** Pairs of inks that meet along edges of shapes and letters. The steps between them share the rest of the 255. */
  readonly blends: readonly (readonly [Colour, Colour])[];
}

/** A CSS colour: `#rrggbb` or `#rrggbbaa`. */
export type Colour = `#${string}`;

/** The lettering of the house, by use; `src/render/text.ts` says which typeface serves each. */
export type Face = 'title' | 'text' | 'italic' | 'bold';

export interface Stroke {
  readonly colour: Colour;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly cap?: 'butt' | 'round' | 'square';
}

interface Painted {
  readonly fill?: Colour;
  readonly stroke?: Stroke;
}

export interface Rect extends Painted {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
}

export interface Circle extends Painted {
  readonly kind: 'circle';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** An SVG path in absolute commands: M, L, Q, C and Z. */
export interface Path extends Painted {
  readonly kind: 'path';
  readonly d: string;
}

export interface Text {
  readonly kind: 'text';
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly text: string;
  readonly face: Face;
  /** Pixels. */
  readonly size: number;
  readonly fill: Colour;
  readonly align?: 'left' | 'center' | 'right';
  /** An outline that lifts the letters off a busy ground. */
  readonly halo?: Stroke;
  /** Extra pixels between letters. */
  readonly spacing?: number;
  /** Narrows a text that would be wider. */
  readonly maxWidth?: number;
}

/** Letters along a path, centred on it and on its left side as one follows it: the names of rivers and ranges. */
export interface Lettering {
  readonly kind: 'lettering';
  /** The baseline: a path as `Path.d` has it, of one piece. */
  readonly d: string;
  readonly text: string;
  readonly face: Face;
  /** Pixels. */
  readonly size: number;
  readonly fill: Colour;
  readonly halo?: Stroke;
  /** Extra pixels between letters. */
  readonly spacing?: number;
}

/** Items moved, turned (degrees, clockwise) and scaled together about their own origin. */
export interface Group {
  readonly kind: 'group';
  readonly x: number;
  readonly y: number;
  readonly turn?: number;
  /** Above 0. */
  readonly scale?: number;
  /** 0 (unseen) to 1. */
  readonly opacity?: number;
  /** Only what lies in the rectangle of this size from the group's origin on is seen. */
  readonly clip?: { readonly width: number; readonly height: number };
  readonly items: readonly Item[];
}

export type Item = Rect | Circle | Path | Text | Lettering | Group;

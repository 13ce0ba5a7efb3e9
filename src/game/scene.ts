/**
 * A scene: a plain list of things to draw, in pixels, y downwards, later things over earlier ones. It knows no rules and no
 * canvas; `src/render` turns it into a PNG.
 */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** What never changes between the pictures of one map: drawn once per `key`, then kept. */
  readonly ground: { readonly key: string; readonly items: readonly Item[] };
  readonly items: readonly Item[];
}

/** A CSS colour: `#rrggbb` or `#rrggbbaa`. */
export type Colour = `#${string}`;

/** The lettering of the house, by use; `src/render/fonts.ts` says which typeface serves each. */
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
  /** Narrows the letters where the text would be wider. */
  readonly maxWidth?: number;
}

/** Items moved, turned (degrees, clockwise) and scaled together about their own origin. */
export interface Group {
  readonly kind: 'group';
  readonly x: number;
  readonly y: number;
  readonly turn?: number;
  readonly scale?: number;
  /** 0 (unseen) to 1. */
  readonly opacity?: number;
  readonly items: readonly Item[];
}

export type Item = Rect | Circle | Path | Text | Group;

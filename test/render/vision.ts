/** A colour as a screen gets it: red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The ways of seeing that a picture is tried in. */
export const VISIONS = ['colour', 'grey', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
export type Vision = (typeof VISIONS)[number];

type Rows = readonly [Rgb, Rgb, Rgb];

/**
 * What a missing kind of cone leaves of a colour, for linear light: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, severity 1.0.
 */
const MACHADO: { readonly [vision in 'protanopia' | 'deuteranopia' | 'tritanopia']: Rows } = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** What the eye makes of red, green and blue light: relative luminance (WCAG 2, ITU-R BT.709). */
const LUMINANCE: Rgb = [0.2126, 0.7152, 0.0722];

/** The parts of red, green and blue light that are left, a row each. */
export function leftOf(vision: Exclude<Vision, 'colour'>): Rows {
  return vision === 'grey' ? [LUMINANCE, LUMINANCE, LUMINANCE] : MACHADO[vision];
}

/** A colour as somebody with this vision sees it. */
export function seenWith(vision: Vision, colour: Rgb): Rgb {
  if (vision === 'colour') return colour;
  const light = mapped(colour, linear);
  return mapped(
    leftOf(vision).map((row) => dot(row, light)),
    encoded,
  );
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** A colour's relative luminance, 0 to 1 (WCAG 2). */
export function luminance(colour: Rgb): number {
  return dot(LUMINANCE, mapped(colour, linear));
}

/** `#rrggbb`, the alpha of `#rrggbbaa` left out. */
export function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** sRGB to linear light, 0 to 1 (IEC 61966-2-1). */
function linear(part: number): number {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}

function mapped(colour: readonly number[], by: (part: number) => number): Rgb {
  return colour.map(by) as unknown as Rgb;
}

function dot(a: Rgb, b: Rgb): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

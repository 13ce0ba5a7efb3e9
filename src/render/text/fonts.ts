import { createRequire } from 'node:module';
import { registerFont } from 'canvas';
import type { Face } from '../../game/index.ts';

interface Typeface {
  /** The family name registered with canvas; a name of our own, so that no installed font takes its place. */
  readonly family: string;
  readonly file: string;
}

const TYPEFACES: { readonly [face in Face]: Typeface } = {
  title: {
    family: 'Council Title',
    file: '@expo-google-fonts/im-fell-english-sc/400Regular/IMFellEnglishSC_400Regular.ttf',
  },
  text: {
    family: 'Council Text',
    file: '@expo-google-fonts/libre-caslon-text/400Regular/LibreCaslonText_400Regular.ttf',
  },
  italic: {
    family: 'Council Italic',
    file: '@expo-google-fonts/libre-caslon-text/400Regular_Italic/LibreCaslonText_400Regular_Italic.ttf',
  },
  bold: {
    family: 'Council Bold',
    file: '@expo-google-fonts/libre-caslon-text/700Bold/LibreCaslonText_700Bold.ttf',
  },
};

const require = createRequire(import.meta.url);

/** Thrown if a typeface of the maps is not installed. `message` is for the person who runs the bot. */
export class MissingTypeface extends Error {
  override readonly name = 'MissingTypeface';
}

/**
 * The path of a typeface's file inside an installed package.
 * @throws MissingTypeface
 */
export function fontFile(file: string): string {
  try {
    return require.resolve(file);
  } catch (cause) {
    throw new MissingTypeface(`The typeface ${file} is missing. Run "npm ci" and start again.`, { cause });
  }
}

let registered = false;

/**
 * Registers the maps' typefaces with canvas, once. Call it before the first canvas is made.
 * @throws MissingTypeface
 */
export function registerFonts(): void {
  if (registered) return;
  for (const { family, file } of Object.values(TYPEFACES)) registerFont(fontFile(file), { family });
  registered = true;
}

/** A value for canvas's `font`; size in pixels. */
export function fontOf(face: Face, size: number): string {
  return `${size}px "${TYPEFACES[face].family}"`;
}

/** The file each face is drawn with. */
export function fontFiles(): { readonly [face in Face]: string } {
  const { title, text, italic, bold } = TYPEFACES;
  return {
    title: fontFile(title.file),
    text: fontFile(text.file),
    italic: fontFile(italic.file),
    bold: fontFile(bold.file),
  };
}

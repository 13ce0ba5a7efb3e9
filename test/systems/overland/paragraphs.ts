/** The paragraphs of the rule sheet, as they are cited. */
export const SHEET: readonly string[] = [
  ...[...'abcdefghijklmnopqrs'].map((letter) => `I.${letter}`),
  'II',
  'III',
  'IV',
  ...['IV.A', 'IV.B'],
  'V',
  'VI',
  ...['VI.A', 'VI.B', 'VI.C'],
  'VII',
  ...['VII.A', 'VII.B', 'VII.C', 'VII.D'],
  ...['VII.D.1', 'VII.D.2', 'VII.D.3', 'VII.D.3.a', 'VII.D.3.b', 'VII.D.3.c', 'VII.D.4'],
  'VIII',
  'IX',
  ...['IX.A', 'IX.B', 'IX.C'],
  'X',
  ...['X.A', 'X.B', 'X.C', 'X.D', 'X.E'],
  'XI',
  ...['XI.A', 'XI.B', 'XI.C', 'XI.D', 'XI.E'],
  'XII',
  'XII.A',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `XII.A.${number}`),
  'XII.B',
  'XII.C',
  ...['XII.C.1', 'XII.C.2', 'XII.C.2.a', 'XII.C.2.b'],
  'XIII',
];

/** The rulings of the project where the sheet is silent. */
export const RULINGS: readonly string[] = Array.from({ length: 13 }, (_, index) => `R${index + 1}`);

export const PARAGRAPHS: readonly string[] = [...SHEET, ...RULINGS];

/** What a text cites: `[VII.D.3]`, `[IX.A, R4]`, `[XII.A.6–7]`; `[text](link)` is no citation. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/\[([IVXR][^\]]*)\](?!\()/g)].flatMap(([, inside = '']) => inside.split(', ').flatMap(each));
}

function each(cited: string): string[] {
  const [, stem = '', from, to] = /^(.*\.)(\d)–(\d)$/.exec(cited) ?? [];
  if (from === undefined || to === undefined) return [cited];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${stem}${Number(from) + index}`);
}

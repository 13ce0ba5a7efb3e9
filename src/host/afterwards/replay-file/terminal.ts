const COLUMNS = 100;
/** Longer paragraphs are cut. None of a real game is nearly so long. */
const LONGEST = 8000;

type Style = 'plain' | 'bold' | 'dim' | 'good' | 'bad';

/** The first line begins with `lead`. The others are indented by its width. */
export interface Paragraph {
  readonly lead: string;
  readonly text: string;
  readonly style: Style;
}

export function paragraph(text: string, style: Style = 'plain', lead = ''): Paragraph {
  return { lead, text, style };
}

/** Lines of at most 100 columns, without characters that control a terminal. */
export function typesetLines(paragraphs: readonly Paragraph[], colour: boolean): string {
  return paragraphs
    .flatMap(({ lead, text, style }) => {
      const begins = safe(lead);
      const indent = ' '.repeat(widthOf(begins));
      return wrapped(safe(text.slice(0, LONGEST)), COLUMNS - indent.length).map((line, index) => {
        const whole = `${index === 0 ? begins : indent}${line}`.trimEnd();
        return colour && whole !== '' ? `${CODES[style]}${whole}${style === 'plain' ? '' : RESET}` : whole;
      });
    })
    .map((line) => `${line}\n`)
    .join('');
}

const RESET = '\u001b[0m';
const CODES = { plain: '', bold: '\u001b[1m', dim: '\u001b[2m', good: '\u001b[32m', bad: '\u001b[31m' } as const;

/** Removes line breaks, and characters that control the terminal or the direction of text. */
function safe(text: string): string {
  return text.replace(/[\n\r\t\v\f\u0085\u2028\u2029]/g, ' ').replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '');
}

/** Text without Discord's Markdown. Its times are in words. */
export function unmarked(text: string): string {
  return text
    .replace(/<t:(\d{1,11})(?::\w)?>/g, (_, seconds: string) => terminalMoment(new Date(Number(seconds) * 1000)))
    .replace(/(?<!\\)(?:\*\*|~~|__|`)/g, '')
    .replace(/\\([\\*_~`|<>[\]:@#>-])/g, '$1');
}

/** "21 November 2026", of milliseconds since 1970 or a date. */
export function dayInWords(at: number | Date): string {
  return DAYS.format(at);
}

const DAYS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

export function terminalHour(date: Date): string {
  return date.toISOString().slice(11, 16);
}

/** "21 November 2026, 08:05 UTC" */
export function terminalMoment(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : `${dayInWords(date)}, ${terminalHour(date)} UTC`;
}

/** Lines broken at spaces. A word that is longer than a line is broken anywhere. There is at least one line. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(/ +/).flatMap((one) => pieces(one, columns))) {
    const width = widthOf(word);
    if (line !== '' && used + 1 + width > columns) {
      lines.push(line);
      line = word;
      used = width;
    } else {
      used += line === '' ? width : width + 1;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  if (word.length * 2 <= columns || widthOf(word) <= columns) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of GRAPHEMES.segment(word)) {
    const width = graphemeWidth(segment);
    if (used + width > columns) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += width;
  }
  return [...parts, part];
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** East Asian characters and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

function graphemeWidth(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** One import, re-export or import type of a file. */
export interface Import {
  /** As it is written; null where it is computed, so that nobody can read it. */
  readonly specifier: string | null;
  /** Gone when the types are: `import type`, `export type`, `import('x').Y`, or a list of nothing but types. */
  readonly typeOnly: boolean;
  /** From 1. */
  readonly line: number;
}

/**
 * TypeScript or JavaScript with comments and the insides of strings, templates and regular expressions blanked out, at the same
 * offsets. Code inside `${…}` stays.
 */
export function codeOf(source: string): string {
  const code = [...source];
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (code[at] !== '\n') code[at] = ' ';
  };
  /** For each open `${`, how many braces are open inside it. */
  const templates: number[] = [];
  let at = 0;
  const template = () => {
    const from = at;
    while (at < source.length && source[at] !== '`' && !source.startsWith('${', at)) at += source[at] === '\\' ? 2 : 1;
    blank(from, Math.min(at, source.length));
    if (source[at] === '`') at += 1;
    else if (at < source.length) {
      at += 2;
      templates.push(0);
    }
  };
  while (at < source.length) {
    const here = source[at] as string;
    const open = templates.at(-1);
    if (source.startsWith('//', at) || source.startsWith('/*', at)) {
      const from = at;
      const end = source[at + 1] === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2) + 2;
      at = end <= from ? source.length : end;
      blank(from, at);
    } else if (here === "'" || here === '"') {
      const from = ++at;
      while (at < source.length && source[at] !== here && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
      blank(from, at++);
    } else if (here === '`') {
      at += 1;
      template();
    } else if (here === '}' && open === 0) {
      templates.pop();
      at += 1;
      template();
    } else if (here === '/' && beginsPattern(code, at)) {
      const from = ++at;
      for (let inClass = false; at < source.length && source[at] !== '\n' && (inClass || source[at] !== '/'); at++) {
        if (source[at] === '\\') at += 1;
        else if (source[at] === '[') inClass = true;
        else if (source[at] === ']') inClass = false;
      }
      blank(from, at++);
    } else {
      if (open !== undefined && here === '{') templates[templates.length - 1] = open + 1;
      if (open !== undefined && here === '}') templates[templates.length - 1] = open - 1;
      at += 1;
    }
  }
  return code.join('');
}

/** Whether a slash begins a regular expression: after an operator, an opening bracket, or a word that wants a value. */
function beginsPattern(code: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /\s/.test(code[before] as string)) before--;
  if (before < 0 || /[(,=:[!&|?{};+\-*%<>~^]/.test(code[before] as string)) return true;
  const word = /[\w$]*$/.exec(code.slice(Math.max(0, before - 12), before + 1).join(''))?.[0] ?? '';
  return /^(return|typeof|case|in|of|do|else|void|yield|await|throw|new|delete|instanceof)$/.test(word);
}

/** Strings are blanked in `code`, so a word in it is a word of the language. Quotes stay, and show where a specifier stands. */
const STATEMENT =
  /(?<![.\w$])(?:import|export)\b\s*(type\b(?!\s*(?:from\b|,|=))\s*)?((?:(?!\b(?:import|export)\b)[\w$*{}\s,])*?)\bfrom\s*['"]/g;
const BARE = /(?<![.\w$])import\s*(['"])/g;
const CALL = /(?<![.\w$])(typeof\s+)?(import|require)\s*\(\s*(['"`]?)/g;

/** Everything a file imports, in whatever way. */
export function importsOf(source: string): Import[] {
  const code = codeOf(source);
  const found: Import[] = [];
  const add = (at: number, quote: number | null, typeOnly: boolean) => {
    const specifier = quote === null ? null : source.slice(quote + 1, code.indexOf(source[quote] as string, quote + 1));
    found.push({ specifier, typeOnly, line: source.slice(0, at).split('\n').length });
  };
  for (const match of code.matchAll(STATEMENT)) {
    const names = match[2] ?? '';
    const listed = /^\s*\{([^}]*)\}\s*$/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    const onlyTypes = listed !== undefined && listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name));
    add(match.index, match.index + match[0].length - 1, match[1] !== undefined || onlyTypes);
  }
  for (const match of code.matchAll(BARE)) add(match.index, match.index + match[0].length - 1, false);
  for (const match of code.matchAll(CALL)) {
    const quote = match.index + match[0].length - 1;
    const whole = match[3] && source[quote] === match[3] && literal(code, quote);
    add(
      match.index,
      whole ? quote : null,
      match[1] !== undefined || (match[2] === 'import' && isTypeQuery(code, quote)),
    );
  }
  return found.sort((a, b) => a.line - b.line);
}

/** A quoted text that stands alone between its brackets. */
function literal(code: string, quote: number): boolean {
  const end = code.indexOf(code[quote] as string, quote + 1);
  return end > 0 && /^\s*$/.test(code.slice(quote + 1, end)) && /^\s*[,)]/.test(code.slice(end + 1, end + 80));
}

/** `import('x').Y`, where a type stands: nothing awaits it, and a name with a capital follows. */
function isTypeQuery(code: string, quote: number): boolean {
  return /^[^)]*\)\s*\.\s*[A-Z]/.test(code.slice(quote, quote + 400));
}

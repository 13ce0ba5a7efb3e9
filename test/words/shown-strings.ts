import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const TOP = fileURLToPath(new URL('../..', import.meta.url));

/** A piece of text that people see. */
export interface ShownString {
  readonly file: string;
  readonly line: number;
  /** Who sees it, and where. */
  readonly where: string;
  /** What is computed stands as `${…}`. */
  readonly text: string;
}

/** The first that fits says where the strings of a file are shown; null: people don't see them. */
const PLACES: readonly (readonly [path: RegExp, where: string | null])[] = [
  [/^commands\//, 'commands: names, options and their descriptions'],
  [/^src\/host\/replay\//, 'terminal: npm run replay'],
  [/^src\/host\/export\/.*format/, 'replay file'],
  [/^src\/host\/recap\/(pictures|charts)\//, 'pictures of the recap'],
  [/^src\/host\/(recap)\//, 'recap'],
  [/^src\/host\/([\w-]+)\//, 'messages: $1'],
  [/^src\/host\//, 'messages'],
  [/^src\/council\//, 'messages: council'],
  [/^src\/(?:advisor|game|render)\//, null],
  [/^src\/discord\/(?:inbound|guilds|outbound)\//, 'messages and log: Discord'],
  [/^src\/discord\//, 'log: Discord'],
  [/^src\/store\/(?:tables\/|file\/(?:released-)?migrations)/, null],
  [/^src\/store\//, 'console and log: the database'],
  [/^src\/setup\//, 'console: set-up'],
  [/^src\/watch\//, 'log and metrics'],
  [/^src\/systems\/([\w-]+)\/story\//, 'recap: $1'],
  [/^src\/systems\/([\w-]+)\/map\//, 'pictures: $1'],
  [/^src\/systems\/([\w-]+)\/words\//, 'messages: $1'],
  [/^src\/systems\/([\w-]+)\//, 'game: $1'],
  [/^src\/kit\//, 'games: what they share'],
  [/^(?:docs\/|README|CHANGELOG|CONTRIBUTING|\.github\/|src\/sandbox\/README)/, 'documents'],
  [/^src\/sandbox\/page\//, 'practice page'],
  [/^src\/sandbox\//, null],
  [/^src\//, 'console and log'],
  [/^assets\/([\w-]+)\//, 'game: $1, files'],
  [/^\.env\.example$/, 'settings'],
];

/** Every string that people can see, file by file. */
export function shownStrings(top = TOP): ShownString[] {
  const documents = ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', '.github', '.env.example'];
  return ['commands', 'src', 'assets', ...documents]
    .flatMap((path) => filesIn(top, path))
    .flatMap((file) => {
      const where = placeOf(file);
      return where === null
        ? []
        : stringsOf(file, readFileSync(join(top, file), 'utf8')).map(([line, text]) => ({ file, line, where, text }));
    });
}

function filesIn(top: string, path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(top, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(top, `${path}/${name}`));
}

function placeOf(file: string): string | null {
  for (const [path, where] of PLACES) {
    const match = path.exec(file);
    if (match !== null) return where?.replace('$1', match[1] ?? '') ?? null;
  }
  return null;
}

type Line = readonly [line: number, text: string];

function stringsOf(file: string, source: string): Line[] {
  if (/(?<!\.d)\.(?:ts|js|mjs)$/.test(file)) return codeStrings(source, file.endsWith('.ts'));
  if (/\.(?:md|example)$/.test(file)) return paragraphs(source);
  if (file.endsWith('.html')) return markupTexts(source);
  return file.endsWith('.json') ? jsonStrings(source) : [];
}

/** Paragraphs and rows of a document, without its blocks of code. */
function paragraphs(source: string): Line[] {
  const plain = source.replace(/^```.*?^```$/gms, (block) => block.replace(/[^\n]/g, ''));
  return [...plain.matchAll(/\S(?:[^\n]|\n(?![\n|#*-]|\d+\.|\s*$))*/g)].map(({ 0: text, index }) => [
    lineAt(plain, index),
    text.replace(/\s+/g, ' '),
  ]);
}

/** Texts and labels of a page. */
function markupTexts(source: string): Line[] {
  return [...source.matchAll(/>([^<>]*[a-z][^<>]*)<|(?:aria-label|title|placeholder|content|alt)="([^"]+)"/g)]
    .map(
      ({ 1: text, 2: label, index }): Line => [
        lineAt(source, index),
        (text ?? label ?? '').replace(/\s+/g, ' ').trim(),
      ],
    )
    .filter(([, text]) => text !== '');
}

/** Values of a JSON file that are more than a key. */
function jsonStrings(source: string): Line[] {
  return [...source.matchAll(/(?<=[[:,]\s*)"((?:[^"\\]|\\.)*)"(?!\s*:)/g)]
    .filter(({ 1: text }) => isProse(text ?? ''))
    .map(({ 1: text, index }): Line => [lineAt(source, index), text ?? '']);
}

/** What a program shows is told from its keys by a capital letter or a space. */
function isProse(text: string): boolean {
  return (
    /[a-z].*\s.*[a-z]|^[^a-z]*[A-Z][a-z]/s.test(text) &&
    !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|PRAGMA|ALTER|DROP|ATTACH|VACUUM|FROM|WHERE)\b/.test(text)
  );
}

interface SyntaxNode {
  readonly type: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

/** Strings that a program holds; those joined by `+` are one. */
function codeStrings(source: string, typed: boolean): Line[] {
  // A node's place is counted in bytes from the first word of the program on: here that is its first byte.
  const bytes = Buffer.from(`0;${source}`, 'utf8');
  const program = parseSync(bytes.toString('utf8'), { syntax: typed ? 'typescript' : 'ecmascript', target: 'es2022' });
  const base = program.span.start;
  const found: Line[] = [];
  const add = (node: SyntaxNode) => {
    const text = textOf(node, bytes, base);
    if (isProse(text.replace(/\$\{[^}]*\}/g, '9'))) found.push([lineAt(bytes, (node.span?.start ?? 1) - base), text]);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (Array.isArray(node) || !isNode(node)) return;
    if (UNSEEN.has(node.type)) return;
    if (node.type === 'BinaryExpression' && COMPARES.has(String(node.operator))) return;
    if (node.type === 'TemplateLiteral' || node.type === 'StringLiteral' || isJoined(node)) {
      add(node);
      computed(node).forEach(visit);
      return;
    }
    for (const [field, value] of Object.entries(node))
      if (!(field === 'key' || (node.type === 'SwitchCase' && field === 'test'))) visit(value);
  };
  visit(program.body);
  return found;
}

/** Types, imports, and names in quotation marks. */
const UNSEEN = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TsTypeAnnotation',
  'TsInterfaceDeclaration',
  'TsTypeAliasDeclaration',
  'TsLiteralType',
  'TsTypeParameterInstantiation',
  'TsUnionType',
  'Computed',
  'RegExpLiteral',
]);
const COMPARES = new Set(['===', '!==', 'in']);

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && ('type' in value || 'span' in value || 'expression' in value);
}

function isJoined(node: SyntaxNode): boolean {
  return (
    node.type === 'BinaryExpression' &&
    node.operator === '+' &&
    parts(node).some(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral')
  );
}

/** What `+` joins. */
function parts(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return [node];
  return [node.left, node.right].flatMap((side) => (isNode(side) ? parts(side) : []));
}

/** What stands in a string beside its own text. */
function computed(node: SyntaxNode): unknown[] {
  return parts(node).flatMap((part) =>
    part.type === 'StringLiteral' ? [] : part.type === 'TemplateLiteral' ? (part.expressions as unknown[]) : [part],
  );
}

function textOf(node: SyntaxNode, bytes: Buffer, base: number): string {
  const written = ({ span }: SyntaxNode) =>
    bytes
      .subarray((span?.start ?? 0) - base, (span?.end ?? 0) - base)
      .toString('utf8')
      .replace(/\s+/g, ' ');
  return parts(node)
    .map((part) => {
      if (part.type === 'StringLiteral') return String(part.value);
      if (part.type !== 'TemplateLiteral') return `\${${written(part)}}`;
      const expressions = part.expressions as SyntaxNode[];
      return (part.quasis as { readonly cooked: string }[])
        .map(({ cooked }, at) =>
          at < expressions.length ? `${cooked}\${${written(expressions[at] as SyntaxNode)}}` : cooked,
        )
        .join('');
    })
    .join('');
}

/** The line of a place in a text, or in its bytes. */
function lineAt(source: string | Buffer, index: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < index; at = source.indexOf('\n', at + 1)) line++;
  return line;
}

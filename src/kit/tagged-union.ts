/**
 * Things of several kinds told apart by a tag, as orders are by their verb: `Tagged<'verb', { move: { to: HexId }; done: object }>` is either
 * `{ verb: 'move', to }` or `{ verb: 'done' }`. Nothing of them can be written to.
 */
export type Tagged<Tag extends string, Facts> = {
  [Kind in keyof Facts]: Readonly<Record<Tag, Kind> & Facts[Kind]>;
}[keyof Facts];

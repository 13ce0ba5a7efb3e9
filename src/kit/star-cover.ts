/** One thing of one side with one or several of the other: several targets and one source, or one target and several sources. */
export interface Star<Node> {
  readonly targets: Node[];
  readonly sources: Node[];
}

/** What each node has beside it on the other side. */
export type Beside<Node> = ReadonlyMap<Node, readonly Node[]>;

/**
 * Parts a graph of sources and targets, in which every node has one of the other side beside it, into stars: each node is in one of them,
 * and all sources of a star are beside all of its targets.
 */
export function starCover<Node extends string>(sources: Beside<Node>, targets: Beside<Node>): Star<Node>[] {
  const starOf = new Map<Node, Star<Node>>();
  const open = (target: Node, source: Node) => {
    const star = { targets: [target], sources: [source] };
    starOf.set(target, star).set(source, star);
  };
  const join = (list: Node[], node: Node, star: Star<Node>) => {
    list.push(node);
    starOf.set(node, star);
  };
  const inNeed = [...targets].sort(byNeed);
  // Those with the fewest to choose from first, each with a partner that nobody has yet.
  for (const [target, from] of inNeed) {
    const partner = from.find((one) => !starOf.has(one));
    if (partner !== undefined) open(target, partner);
  }
  // Where all that are beside a target belong to another one, it is taken together with that.
  for (const [target, from] of inNeed) {
    const star = starOf.get(from[0] as Node);
    if (star && !starOf.has(target)) join(star.targets, target, star);
  }
  for (const [source, against] of sources) {
    if (starOf.has(source)) continue;
    // A star with one target takes any number of sources.
    const star = against.map((one) => starOf.get(one) as Star<Node>).find((one) => one.targets.length === 1);
    if (star) join(star.sources, source, star);
    else {
      // One of several targets that one source was to take alone is split off.
      const target = against[0] as Node;
      const list = (starOf.get(target) as Star<Node>).targets;
      list.splice(list.indexOf(target), 1);
      open(target, source);
    }
  }
  return [...new Set(starOf.values())];
}

function byNeed<Node>(
  [a, one]: readonly [Node, readonly Node[]],
  [b, other]: readonly [Node, readonly Node[]],
): number {
  return one.length - other.length || (a < b ? -1 : 1);
}

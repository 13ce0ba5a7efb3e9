/**
 * The strongly connected components of a graph, each after those it leads to (reverse topological order), by Tarjan's algorithm with a
 * stack of its own, so that no depth is too great.
 * @param size number of nodes; they are 0 … size − 1
 * @param successors the ends of a node's edges; repeats do no harm
 */
export function stronglyConnected(size: number, successors: (node: number) => readonly number[]): number[][] {
  const found: number[][] = [];
  const index = new Int32Array(size).fill(UNSEEN);
  const low = new Int32Array(size);
  const open: number[] = [];
  const isOpen = new Uint8Array(size);
  const path: { readonly node: number; readonly next: readonly number[]; at: number }[] = [];
  let seen = 0;

  const enter = (node: number) => {
    index[node] = low[node] = seen++;
    open.push(node);
    isOpen[node] = 1;
    path.push({ node, next: successors(node), at: 0 });
  };
  const lower = (node: number, to: number) => {
    low[node] = Math.min(low[node] as number, to);
  };

  for (let root = 0; root < size; root++) {
    if (index[root] === UNSEEN) enter(root);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { node } = step;
      const to = step.next[step.at++];
      if (to === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.node, low[node] as number);
        if (low[node] === index[node]) found.push(closed(open, isOpen, node));
      } else if (index[to] === UNSEEN) enter(to);
      else if (isOpen[to]) lower(node, index[to] as number);
    }
  }
  return found;
}

const UNSEEN = -1;

/** Takes the component that was entered at `root` off the stack. */
function closed(open: number[], isOpen: Uint8Array, root: number): number[] {
  const component = open.splice(open.lastIndexOf(root));
  for (const node of component) isOpen[node] = 0;
  return component;
}

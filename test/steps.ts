import { Session } from 'node:inspector';

/**
 * Counts how often the parts of some files are carried out: V8 counts each block for a coverage report. It is the same on a slow machine
 * as on a fast one. What V8 does by itself, such as copying a list, counts once. Files are counted in that are loaded from now on, hence
 * in a process of its own: `test/trials/vitest.config.ts` names the test files that count.
 */
export function stepCounter(files: RegExp): (work: () => void) => number {
  if (process.env.COUNTING_STEPS === undefined) throw new Error('Steps are counted in a process of their own');
  const session = new Session();
  session.connect();
  /** The inspector of this very thread answers at once. */
  const post = (method: string, params: object = {}): unknown => {
    let answer: unknown;
    session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return (work) => {
    post('Profiler.takePreciseCoverage');
    work();
    const { result } = post('Profiler.takePreciseCoverage') as Coverage;
    return result
      .filter(({ url }) => files.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

import type { Handled, Host } from '../../src/host/index.ts';

/** Notes from now on each entry of the host, as `orders.give`, that is not made by the host itself; `due`: what is due after a request. */
export function hostEntries(host: Host): string[] {
  const entries: string[] = [];
  for (const [name, feature] of Object.entries(host)) {
    if (Array.isArray(feature)) continue;
    const facade = new Proxy(feature, {
      get(whole, method) {
        const value: unknown = Reflect.get(whole, method, whole);
        if (typeof value !== 'function') return value;
        return (...given: readonly unknown[]) => {
          entries.push(`${name}.${String(method)}`);
          const result: unknown = Reflect.apply(value, whole, given);
          return method === 'handle'
            ? (result as Promise<Handled>).then((handled) => noting(handled, entries))
            : result;
        };
      },
    });
    Object.assign(host, { [name]: facade });
  }
  return entries;
}

function noting(handled: Handled, entries: string[]): Handled {
  const due = () => {
    entries.push('due');
    return handled.due();
  };
  return { ...handled, due };
}

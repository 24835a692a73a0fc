/** What `work` makes of each entry, in order, with up to `atOnce` of them in progress. Ends with the first failure. */
export async function* inOrder<T, R>(
  entries: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (entry: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const entry of entries) {
    const run = work(entry)
    // It may fail before anything awaits it; whatever awaits it gets the error.
    run.catch(() => undefined)
    running.push(run)
    const first = running.length >= atOnce ? running.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const run of running) yield await run
}

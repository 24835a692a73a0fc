/** Long work in parts, between which others can have their turn, and what it returns in the end. */
export type Parts<R> = Generator<undefined, R>

/** Does all parts at once. */
export function atOnce<R>(parts: Parts<R>): R {
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
  }
}

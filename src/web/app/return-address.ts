/**
 * The address to go to after the sign-in: a path of this origin, that is one `/` followed by neither `/` nor `\`. Everything
 * else is the start page.
 */
export function returnAddress(asked: unknown): string {
  return typeof asked === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(asked) ? asked : '/'
}

/**
 * The address to go to after the sign-in: a path of this origin, which begins with one `/` followed by neither `/` nor `\`.
 * Anything else becomes the start page.
 */
export function returnAddress(asked: unknown): string {
  return typeof asked === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(asked) ? asked : '/'
}

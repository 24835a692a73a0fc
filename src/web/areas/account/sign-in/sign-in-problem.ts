import { OperationError } from '#web/operation-error.ts'

/** Why a sign-in failed, in a sentence that does not reveal whether the address is known. */
export function signInProblem(error: unknown, { withCode = false }: { withCode?: boolean } = {}): string {
  if (!(error instanceof OperationError)) return 'Signing in failed. Reload the page and try again.'
  if (error.code === 'invalid_credentials')
    return withCode
      ? 'This code does not match, or was already used. Use the next one.'
      : 'This email and password do not match.'
  if (error.code === 'rate_limited') return `Too many attempts. Try again in ${error.retryAfter ?? 60} seconds.`
  return error.message
}

/** Whether the password was right and the account asks for a code. */
export function asksForCode(error: unknown): boolean {
  return error instanceof OperationError && error.code === 'second_factor_required'
}

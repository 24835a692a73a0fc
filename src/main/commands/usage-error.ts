/** Arguments that a command cannot use: it has done nothing. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Says how a command is used. */
export function usageError(usage: string): UsageError {
  return new UsageError(`Usage: ${usage}`)
}

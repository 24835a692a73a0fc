/** One entry of `details` of a refused input: `path` is a JSON pointer. */
export type FieldProblem = { path: string; message: string; code: string }

/** Every way in which a call can fail, as one error. `status` 0 means that no answer came. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly code: string
  readonly status: number
  readonly requestId: string | null
  readonly details: unknown
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | null

  constructor(problem: {
    code: string
    message: string
    status: number
    requestId?: string | null
    details?: unknown
    retryAfter?: number | null
  }) {
    super(problem.message)
    this.code = problem.code
    this.status = problem.status
    this.requestId = problem.requestId ?? null
    this.details = problem.details
    this.retryAfter = problem.retryAfter ?? null
  }

  /** Whether the same call may succeed a little later, without any change. */
  get isPassing(): boolean {
    return [0, 429, 503].includes(this.status) || this.code === 'idempotency_in_progress'
  }

  /** The sentence for one field of the input, by its name, such as `siteUrl`, or `brand/domains` within an object. */
  fieldMessage(name: string): string | null {
    const isOf = ({ path }: FieldProblem) => `${path.replace(/^\/input/, '')}/`.startsWith(`/${name}/`)
    return this.fieldProblems.find(isOf)?.message ?? null
  }

  get fieldProblems(): FieldProblem[] {
    return Array.isArray(this.details) ? this.details.filter(isFieldProblem) : []
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value
}

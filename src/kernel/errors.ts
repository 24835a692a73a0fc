/** Every refusal code with its HTTP status, which only faces write (calls.md#one-table-of-refusals). */
export const statusOfCode = {
  malformed_request: 400,
  unauthenticated: 401,
  invalid_token: 401,
  api_key_invalid: 401,
  api_key_expired: 401,
  api_key_disabled: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_credits: 402,
  plan_required: 402,
  insufficient_scope: 403,
  role_forbidden: 403,
  operation_excluded: 403,
  organization_suspended: 403,
  elevation_required: 403,
  cross_origin: 403,
  unknown_operation: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  slug_taken: 409,
  version_conflict: 409,
  invalid_transition: 409,
  in_use: 409,
  last_owner: 409,
  already_member: 409,
  invitation_pending: 409,
  approval_declined: 409,
  wrong_mode: 409,
  remote_changed: 409,
  job_running: 409,
  duplicate_brand: 409,
  duplicate_prompt: 409,
  built_in_locked: 409,
  idempotency_in_progress: 409,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  collection_disabled: 422,
  blocked_by_policy: 422,
  redirect_loop: 422,
  winner_in_duplicates: 422,
  not_same_collection: 422,
  url_not_allowed: 422,
  unsupported_media: 422,
  media_too_large: 422,
  checksum_mismatch: 422,
  secret_not_accepted: 422,
  target_rejected: 422,
  robots_disallowed: 422,
  cost_limit_exceeded: 422,
  provider_not_configured: 424,
  not_connected: 424,
  auth_expired: 424,
  key_file_missing: 424,
  browser_not_available: 424,
  confirmation_required: 428,
  idempotency_key_required: 428,
  rate_limited: 429,
  cancelled: 499,
  internal_error: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const

export type Code = keyof typeof statusOfCode

/** One entry of `details` of a malformed or invalid request: `path` is a JSON pointer that begins with `/input`. */
export type Problem = { path: string; message: string; code: string }

export type Details = readonly Problem[] | Record<string, unknown>

/** What a handler throws on purpose: a code and a sentence that says how to correct the call. Anything else thrown is a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly details: Details | undefined
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined

  constructor(code: Code, message: string, details?: Details, options?: { retryAfter?: number; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = details
    this.retryAfter = options?.retryAfter
  }

  get status(): number {
    return statusOfCode[this.code]
  }

  /** The same refusal in other words: its code, and when to call again, stay. */
  inWords(message: string, details?: Details): Refusal {
    const { code, retryAfter } = this
    return new Refusal(code, message, details, { ...(retryAfter === undefined ? {} : { retryAfter }), cause: this })
  }
}

/** Whether a refusal says nothing about the call itself: the caller went away, or something is not working right now. */
export function isTransient({ code, status }: Refusal): boolean {
  return code === 'cancelled' || status >= 500
}

/** What a refusal says under a name in its details; undefined where it says nothing there. */
export function detailOf({ details }: Refusal, name: string): unknown {
  return new Map<string, unknown>(Object.entries(details ?? {})).get(name)
}

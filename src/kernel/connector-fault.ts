/**
 * Why a connector could not do it, in terms that every service shares (integrations.md#connector-faults):
 * `auth` the credential is refused; `forbidden` it may not do this; `invalid` the service refuses the content; `notFound` the
 * record is gone there; `conflict` somebody changed it there; `rateLimited` later; `unavailable` no usable answer, so that
 * whether a write happened is unknown.
 */
export type FaultKind = 'auth' | 'forbidden' | 'invalid' | 'notFound' | 'conflict' | 'rateLimited' | 'unavailable'

/** What connectors throw. The message is a sentence of ours: never a body, header or path of the other side. */
export class ConnectorFault extends Error {
  override readonly name = 'ConnectorFault'
  readonly kind: FaultKind
  /** A short code of the service, such as `channel_not_found`. */
  readonly reason: string | undefined
  readonly httpStatus: number | undefined
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined
  /** The field that the service does not accept, by its own name. */
  readonly field: string | undefined
  /** What the service says about it, cleaned and short: text of others. */
  readonly said: string | undefined

  constructor(
    kind: FaultKind,
    message: string,
    more: Partial<Pick<ConnectorFault, 'reason' | 'httpStatus' | 'retryAfterMs' | 'field' | 'said'>> = {},
  ) {
    super(message)
    this.kind = kind
    this.reason = more.reason
    this.httpStatus = more.httpStatus
    this.retryAfterMs = more.retryAfterMs
    this.field = more.field
    this.said = more.said
  }
}

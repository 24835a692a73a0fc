import { type Code, Refusal } from '#kernel/errors.ts'
import { ModelFault, type ModelFaultCode } from '#kernel/model.ts'

const codes = {
  auth_failed: 'auth_expired',
  quota_exhausted: 'auth_expired',
  rate_limited: 'unavailable',
  timeout: 'upstream_failed',
  unavailable: 'upstream_failed',
  bad_response: 'upstream_failed',
  refused: 'target_rejected',
} as const satisfies Record<ModelFaultCode, Code>

const reasons: Readonly<Record<ModelFaultCode, string>> = {
  auth_failed: 'credential',
  quota_exhausted: 'quota_exhausted',
  rate_limited: 'target_rate_limited',
  timeout: 'timeout',
  unavailable: 'unreachable',
  bad_response: 'bad_response',
  refused: 'refused',
}

/** A fault of a provider as the answer of a call, and as the error of a job. */
export function refusalOf(fault: ModelFault): Refusal {
  const { code, message, retryAfterMs } = fault
  const howToFix = 'A person checks the key in Settings > Models, and its quota with the provider.'
  const details = { reason: reasons[code], ...(codes[code] === 'auth_expired' ? { howToFix } : {}) }
  const retryAfter = code === 'rate_limited' ? { retryAfter: Math.ceil((retryAfterMs ?? 60_000) / 1000) } : {}
  return new Refusal(codes[code], message, details, { cause: fault, ...retryAfter })
}

/** Runs work with a provider; its faults become refusals. */
export async function asRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ModelFault ? refusalOf(error) : error
  }
}

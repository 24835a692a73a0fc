/** Headers of an answer that pages of other origins may read: what every protocol says about a request. */
export const exposedHeaders = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

/** The same with what a caller learns about its API key. */
export const exposedToKeys = `${exposedHeaders}, X-API-Key-Expires-At, X-API-Key-Warning`

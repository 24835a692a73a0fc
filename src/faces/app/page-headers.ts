/** Pages where a secret is entered, or whose address contains one. */
const pagesWithSecrets = /^\/(sign-in|sign-up|setup|invitation|forgot-password|reset-password|confirm-email)(\/|$)/

/** The headers of every page of the web application (web.md#no-inline-scripts). */
export function pageHeaders(path: string, isHttps: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': pagesWithSecrets.test(path) ? 'no-referrer' : 'same-origin',
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types ProseMirrorClipboard PastedHtml',
].join('; ')

const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** The forms in which a secret would be found: as text, in base64 without padding, hexadecimal and percent-encoded. */
export function formsOf(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret)
  const text = bytes.toString('utf8')
  const plain = bytes.equals(Buffer.from(text))
    ? [text, encodeURIComponent(text), new URLSearchParams({ a: text }).toString().slice(2)]
    : []
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  return [
    ...plain,
    base64,
    encodeURIComponent(base64),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
}

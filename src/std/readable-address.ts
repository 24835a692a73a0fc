/** An address as people read it: encoded letters and digits of any script as themselves, everything else as it is. */
export const readableAddress = (address: string): string => address.replace(/(?:%[89a-f].)+/gi, readable)

function readable(encoded: string): string {
  try {
    const decoded = decodeURIComponent(encoded)
    return /[^\p{L}\p{M}\p{N}]/u.test(decoded) ? encoded : decoded
  } catch {
    return encoded
  }
}

import type { Outgoing } from '#faces/http.ts'

/** Any page may show a file and send an upload: the address is the only permission, and no cookie is read. */
export const openToAll = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

type File = { format: 'webp' | 'avif'; name: string; etag: string }

/** The headers of a file: its type is ours, and even opened by itself it can do nothing (media.md#files-are-served-harmless). */
export function fileHeaders({ format, name, etag }: File): Record<string, string> {
  return {
    ...openToAll,
    'Content-Type': format === 'avif' ? 'image/avif' : 'image/webp',
    'Content-Disposition': `inline; filename*=UTF-8''${encodedName(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
  }
}

// RFC 8187: what `encodeURIComponent` leaves but the rule does not allow becomes a percent sequence too.
function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function optionsAnswer(methods: string): Outgoing {
  return {
    status: 204,
    headers: {
      ...openToAll,
      Allow: `${methods}, OPTIONS`,
      'Access-Control-Allow-Methods': `${methods}, OPTIONS`,
      'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
      'Content-Length': '0',
    },
    body: null,
  }
}

import type { Exchange } from '#faces/mcp/protocol.ts'

/** A tool that the suite calls; it returns the result without what the era adds. */
export type FixtureTool = {
  name: string
  description: string
  inputSchema?: Record<string, unknown>
  run(exchange: Exchange): Record<string, unknown> | Promise<Record<string, unknown>>
}

/** The smallest image: one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/** The header of a sound file without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

export const picture = { mimeType: 'image/png', bytes: png }
export const text = (text: string) => ({ type: 'text', text })
export const image = { type: 'image', data: png, mimeType: 'image/png' }
export const audio = { type: 'audio', data: wav, mimeType: 'audio/wav' }
export const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

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

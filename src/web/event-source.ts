/** The browser's `EventSource`, as far as it is used here. */
export type Source = EventTarget & { readonly readyState: number; close(): void }

export type OpenSource = (address: string) => Source

/** The state of a source that was refused: the browser opens it again after a lost connection, but not after that. */
export const closed = 2

export const connect: OpenSource = (address) => new EventSource(address)

/** The data of an event; undefined where it is not JSON. The server sends what the type says. */
export function eventData<T>(event: MessageEvent): T | undefined {
  try {
    return JSON.parse(String(event.data)) as T
  } catch {
    return undefined
  }
}

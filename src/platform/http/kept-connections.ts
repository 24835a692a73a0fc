import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Knows on which connections requests were sent. */
export type KeptConnections = {
  /** Whether a request failed with a connection that had carried another one before: the other side may have closed it meanwhile. */
  failedOnKept(error: unknown): boolean
  close(): void
}

const sent = 'undici:client:sendHeaders'
const failed = 'undici:request:error'

/** Watches what undici reports of its requests: its errors alone do not tell a kept connection from a new one. */
export function watchConnections(): KeptConnections {
  const [sockets, onKept, errors] = [new WeakSet(), new WeakSet(), new WeakSet()]

  const onSent = (message: unknown) => {
    const { request, socket } = message as { request: object; socket: object }
    if (sockets.has(socket)) onKept.add(request)
    sockets.add(socket)
  }
  const onFailed = (message: unknown) => {
    const { request, error } = message as { request: object; error: unknown }
    if (onKept.has(request) && error instanceof Error) errors.add(error)
  }
  subscribe(sent, onSent)
  subscribe(failed, onFailed)

  return {
    failedOnKept: (error) => error instanceof Error && error.cause instanceof Error && errors.has(error.cause),
    close() {
      unsubscribe(sent, onSent)
      unsubscribe(failed, onFailed)
    },
  }
}

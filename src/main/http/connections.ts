import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = {
  /** The exchange that is under way on a socket. */
  current(socket: Socket): ServerResponse | undefined
  begin(socket: Socket, response: ServerResponse): void
  /** Closes the connections on which nothing is under way, including those that never sent anything. */
  closeIdle(): void
}

/** Knows the open connections of a server and what is under way on them. */
export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | undefined>()
  server.on('connection', (socket) => {
    open.set(socket, undefined)
    socket.once('close', () => open.delete(socket))
  })
  return {
    current: (socket) => open.get(socket),
    begin(socket, response) {
      open.set(socket, response)
      response.once('close', () => {
        if (open.get(socket) === response) open.set(socket, undefined)
      })
    },
    closeIdle() {
      for (const [socket, response] of open) if (response === undefined) socket.destroy()
    },
  }
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { addressPrefix } from '#std/address-prefix.ts'

import type { RequestBody } from './request-body.ts'

export type Connections = {
  /** The exchange that is under way on a socket. */
  current(socket: Socket): UnderWay | undefined
  /** `address`: the client that the request is of. Says how many more the connection has: none with the last, and fewer beyond it. */
  begin(socket: Socket, exchange: UnderWay, address: string): number
  /** Closes the connections on which nothing is under way, including those that never sent anything. */
  closeIdle(): void
}

/** An exchange; one that is answered at once has no body. */
export type UnderWay = { response: ServerResponse; body?: RequestBody }

/** `at`: when the last exchange began, in ms. `network`: undefined while it is not known whose it is. */
type Open = { exchange: UnderWay | undefined; network: string | undefined; at: number; served: number }

type Limits = {
  /** Connections of one network; over it the idlest of that network is closed. */
  perAddress: number
  /** Requests of one connection. */
  requests: number
  /** Whether the peers of sockets are proxies: then only a request says whose it is. */
  isProxied: boolean
}

/** Knows the open connections of a server, whose they are and what is under way on them (http.md#slow-clients-are-cut). */
export function trackConnections(server: Server, { perAddress, requests, isProxied }: Limits): Connections {
  const open = new Map<Socket, Open>()
  const ofNetwork = new Map<string, Set<Socket>>()

  server.on('connection', (socket) => {
    open.set(socket, { exchange: undefined, network: undefined, at: performance.now(), served: 0 })
    socket.once('close', () => {
      leave(socket)
      open.delete(socket)
    })
    if (!isProxied) join(socket, socket.remoteAddress)
  })

  function join(socket: Socket, address: string | undefined): void {
    const known = open.get(socket)
    const network = addressPrefix(address)
    if (known === undefined || known.network === network) return
    leave(socket)
    known.network = network
    const own = ofNetwork.get(network) ?? new Set()
    ofNetwork.set(network, own.add(socket))
    if (own.size > perAddress) idlest(own, socket)?.destroy()
  }

  function leave(socket: Socket): void {
    const network = open.get(socket)?.network
    if (network === undefined) return
    const own = ofNetwork.get(network)
    own?.delete(socket)
    if (own?.size === 0) ofNetwork.delete(network)
  }

  /** Of those without an exchange the one that has waited longest, else the one whose exchange began first. */
  function idlest(own: ReadonlySet<Socket>, newcomer: Socket): Socket | undefined {
    const rank = (socket: Socket) => {
      const known = open.get(socket)
      return { isBusy: underWay(known) !== undefined, at: known?.at ?? 0 }
    }
    const others = [...own].filter((socket) => socket !== newcomer && !socket.destroyed)
    const [first] = others.toSorted((a, b) => {
      const [one, other] = [rank(a), rank(b)]
      return Number(one.isBusy) - Number(other.isBusy) || one.at - other.at
    })
    return first
  }

  return {
    current: (socket) => underWay(open.get(socket)),
    begin(socket, exchange, address) {
      const known = open.get(socket)
      if (known === undefined) return 0
      known.exchange = exchange
      known.at = performance.now()
      known.served++
      if (isProxied) join(socket, address)
      return requests - known.served
    },
    closeIdle() {
      for (const [socket, known] of open) if (underWay(known) === undefined) socket.destroy()
    },
  }
}

// Asked rather than told: a listener for every answer costs more than the answer that is ready.
function underWay(known: Open | undefined): UnderWay | undefined {
  return known?.exchange?.response.destroyed === false ? known.exchange : undefined
}

import net, { type AddressInfo } from 'node:net'

/** The way to a server on which nothing passes until it is opened. */
export interface HeldServer {
  readonly url: string
  /** Lets through what has come, and whatever follows. */
  open(): void
  close(): void
}

/** Holds back what clients say to the server, so that a test needn't be faster than they are. */
export async function holdServer(serverUrl: string): Promise<HeldServer> {
  const { hostname, port } = new URL(serverUrl)
  const opened = Promise.withResolvers<void>()
  const sockets = new Set<net.Socket>()
  const relay = net.createServer({ pauseOnConnect: true }, async (client) => {
    const keep = (socket: net.Socket, other: () => net.Socket | undefined) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => other()?.destroy())
    }
    let target: net.Socket | undefined
    keep(client, () => target)
    await opened.promise
    if (client.destroyed) return
    target = net.connect(Number(port), hostname)
    keep(target, () => client)
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    open: opened.resolve,
    close() {
      relay.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

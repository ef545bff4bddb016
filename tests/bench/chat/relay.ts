import { createServer, type IncomingMessage, request } from 'node:http'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { chatHub } from '#shared/hubs/chat.ts'

const RECORD_SEPARATOR = '\x1e'

/** Stands between the pages and the server, and can say on the chat's hub what the server doesn't. */
export interface Relay {
  readonly url: string
  /** Sends an event of the chat hub to every page that is connected. */
  tell(event: string, ...args: readonly unknown[]): void
  close(): Promise<void>
}

export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const hubs = new Set<WebSocket>()
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
    sockets.handleUpgrade(incoming, socket, head, (near) => {
      const { origin, authorization } = incoming.headers
      const far = new WebSocket(`ws://${hostname}:${port}${incoming.url}`, {
        headers: {
          host: incoming.headers.host ?? '',
          ...(origin && { origin }),
          ...(authorization && { authorization }),
        },
      })
      const early: [RawData, boolean][] = []
      near.on('message', (data, binary) => {
        if (far.readyState === WebSocket.OPEN) far.send(data, { binary })
        else early.push([data, binary])
      })
      far.on('open', () => {
        for (const [data, binary] of early) far.send(data, { binary })
      })
      far.on('message', (data, binary) => near.send(data, { binary }))
      if (incoming.url?.startsWith(chatHub.path)) hubs.add(near)
      near.on('close', () => {
        hubs.delete(near)
        far.close()
      })
      far.on('close', () => near.close())
      for (const end of [near, far]) end.on('error', () => {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    tell(target, ...args) {
      const frame = JSON.stringify({ type: 1, target, arguments: args }) + RECORD_SEPARATOR
      for (const hub of hubs) hub.send(frame)
    },
    async close() {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

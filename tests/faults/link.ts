import { connect, createServer, type Socket } from 'node:net'

/** What a link does to what goes through it. */
export interface Weather {
  /** How long every piece takes, in milliseconds. */
  readonly delayMs?: number
  /** Asked for every piece: whether it is lost, and sent once more after `againMs`. */
  readonly loses?: () => boolean
  readonly againMs?: number
  /** Asked for every lost piece: whether the connection dies of it. */
  readonly dies?: () => boolean
  /** A connection that says nothing for this long is forgotten on the way, in milliseconds. */
  readonly forgetsMs?: number
}

/** A stretch of network between one person and the server: real sockets, which can be cut. */
export interface Link {
  readonly url: string
  weather: Weather
  /** Nothing gets through, and nobody connects, until it is up again. */
  setUp(up: boolean): void
  /** Ends every connection at once. How many there were. */
  cut(): number
  close(): Promise<void>
}

/** @param port asked for at each connection: a server that was started again may have another */
export async function openLink(port: () => number): Promise<Link> {
  const sockets = new Set<Socket>()
  let up = true
  const pass = (from: Socket, to: Socket) => {
    let forgetting: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(forgetting)
      const { forgetsMs } = link.weather
      if (forgetsMs !== undefined) forgetting = setTimeout(() => from.destroy(), forgetsMs)
    }
    alive()
    from.once('close', () => clearTimeout(forgetting))
    // What comes after a lost piece waits for it, as it does in TCP.
    const onTheWay: { readonly piece: Buffer; isThere: boolean }[] = []
    const arrive = () => {
      for (let first = onTheWay[0]; first?.isThere; first = onTheWay[0]) {
        onTheWay.shift()
        to.write(first.piece)
      }
    }
    from.on('data', (piece: Buffer) => {
      const { delayMs = 0, againMs = 0, loses, dies } = link.weather
      alive()
      const isLost = loses?.() ?? false
      if (isLost && dies?.()) {
        from.destroy()
        to.destroy()
        return
      }
      const sent = { piece, isThere: false }
      onTheWay.push(sent)
      const comes = () => {
        sent.isThere = true
        arrive()
      }
      const takes = delayMs + (isLost ? againMs : 0)
      if (takes === 0) comes()
      else setTimeout(comes, takes)
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
    sockets.add(from)
    from.once('close', () => sockets.delete(from))
  }
  const server = createServer((near) => {
    if (!up) return void near.destroy()
    const far = connect(port(), '127.0.0.1')
    for (const socket of [near, far]) socket.setNoDelay(true)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The link has no port.')
  const cut = () => {
    const count = sockets.size / 2
    for (const socket of sockets) socket.destroy()
    return Math.round(count)
  }
  const link: Link = {
    url: `http://127.0.0.1:${address.port}`,
    weather: {},
    setUp(next) {
      up = next
      if (!up) cut()
    },
    cut,
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return link
}

import net, { type AddressInfo, type Socket } from 'node:net'
import { fromWire } from './addresses.ts'

const GREETING_ANSWER = Buffer.from([5, 0])
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
const HEADERS_LIMIT = 64 * 1024

/**
 * A SOCKS 5 relay for WebSockets, whose handshakes Chromium doesn't let anybody hold: it writes the
 * origin that Electron would send in place of Chromium's. Gives its port.
 */
export async function startOriginRelay(): Promise<number> {
  const server = net.createServer((client) => {
    client.on('error', () => client.destroy())
    void relay(client)
  })
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function relay(client: Socket): Promise<void> {
  const read = reader(client)
  const [, methods = 0] = await read(2)
  await read(methods)
  client.write(GREETING_ANSWER)
  const [, , , addressType = 0] = await read(4)
  const host = await readHost(addressType, read)
  const port = (await read(2)).readUInt16BE()
  const target = net.connect(port, host)
  target.on('error', () => client.destroy())
  client.on('close', () => target.destroy())
  target.on('close', () => client.destroy())
  client.write(CONNECTED)
  target.write(withElectronOrigin(await read.until('\r\n\r\n')))
  read.end(target)
  target.pipe(client)
}

async function readHost(addressType: number, read: Reader): Promise<string> {
  if (addressType === 1) return (await read(4)).join('.')
  if (addressType === 3) return String(await read((await read(1))[0] ?? 0))
  const words = (await read(16)).toString('hex').match(/.{4}/g) ?? []
  return words.join(':')
}

/** The head of a request with its origin as Electron would send it. Anything else stays as it is. */
function withElectronOrigin(head: Buffer): Buffer {
  const text = head.toString('latin1')
  return Buffer.from(
    text.replace(/^(origin: *)(\S+)/im, (_line, name, origin) => name + fromWire(origin)),
    'latin1',
  )
}

interface Reader {
  /** Gives that many bytes once they have come. */
  (count: number): Promise<Buffer>
  /** Gives everything up to and with the mark. */
  until(mark: string): Promise<Buffer>
  /** Lets what is left and what follows flow on. */
  end(target: Socket): void
}

function reader(socket: Socket): Reader {
  let held = Buffer.alloc(0)
  let wake = () => {}
  const onData = (data: Buffer) => {
    held = Buffer.concat([held, data])
    wake()
  }
  socket.on('data', onData)
  async function take(length: () => number): Promise<Buffer> {
    while (length() < 0) {
      if (held.length > HEADERS_LIMIT) socket.destroy()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    const taken = held.subarray(0, length())
    held = held.subarray(taken.length)
    return taken
  }
  return Object.assign((count: number) => take(() => (held.length < count ? -1 : count)), {
    until: (mark: string) =>
      take(() => {
        const at = held.indexOf(mark)
        return at < 0 ? -1 : at + mark.length
      }),
    end(target: Socket) {
      socket.off('data', onData)
      target.write(held)
      socket.pipe(target)
    },
  })
}

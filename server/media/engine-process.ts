import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import dataChannel from 'node-datachannel'
import { EngineCore } from './engine-core.ts'
import { type EngineEvent, type EngineSettings, engineCommand, engineSettings } from './engine-messages.ts'

/** The media engine's own process: it lives as long as the one that began it. */
const settings = engineSettings.parse(JSON.parse(process.argv[2] ?? 'null'))

const tell = (event: EngineEvent): void => void process.send?.(event)

/** A port of UDP that nobody has at the moment. @throws where the one that is wanted is taken */
async function freePort({ port, bindAddress }: EngineSettings): Promise<number> {
  const socket = createSocket(bindAddress === null ? 'udp4' : bindAddress.includes(':') ? 'udp6' : 'udp4')
  await new Promise<void>((bound, failed) => {
    socket.once('error', failed)
    socket.bind(port, bindAddress ?? undefined, bound)
  })
  const found = socket.address().port
  await new Promise<void>((closed) => void socket.close(() => closed()))
  return found
}

/** The ways to this process (RFC 8839), the first one preferred; the relay's name last. */
function candidatesOf({ bindAddress, addresses, relayed }: EngineSettings, port: number): string[] {
  const own =
    bindAddress === null
      ? Object.values(networkInterfaces())
          .flatMap((some) => some ?? [])
          .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
          .map(({ address }) => address)
      : [bindAddress]
  const all = [...new Set([...own, ...addresses, ...(relayed === null ? [] : [relayed])])]
  return all.map((address, place) => {
    const priority = (126 << 24) + ((65_000 - place) << 8) + 255
    return `candidate:${place + 1} 1 UDP ${priority} ${address} ${port} typ host`
  })
}

async function main(): Promise<void> {
  const port = await freePort(settings)
  const core = new EngineCore({
    ...{ port, bindAddress: settings.bindAddress, candidates: candidatesOf(settings, port) },
    listener: {
      onOffer: (seat, attempt, sdp) => tell({ kind: 'OFFER', seat, attempt, sdp }),
      onSlots: (seat, attempt, slots) => tell({ kind: 'SLOTS', seat, attempt, slots: [...slots] }),
    },
  })
  process.on('message', (message) => {
    const { success, data } = engineCommand.safeParse(message)
    if (!success) return
    if (data.kind === 'JOIN') core.join(data.room, data.seat, data.attempt)
    else if (data.kind === 'ANSWER') core.answer(data.seat, data.attempt, data.sdp)
    else if (data.kind === 'PUBLISH') core.publish(data.seat, data.what)
    else if (data.kind === 'SUBSCRIBE') core.subscribe(data.seat, data.cameras)
    else if (data.kind === 'LEAVE') core.leave(data.seat)
    else tell({ kind: 'STATISTICS', id: data.id, statistics: mutable(core.statisticsOf(data.room)) })
  })
  // The server has gone, however it did.
  process.on('disconnect', () => process.exit(0))
  tell({ kind: 'READY', port })
}

const mutable = ({ seats, speakers }: ReturnType<EngineCore['statisticsOf']>) => ({
  seats: seats.map((seat) => ({ ...seat })),
  speakers: [...speakers],
})

// Its own end is a matter for who began it; what the native library says is no log of ours.
dataChannel.initLogger('Fatal', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
await main()

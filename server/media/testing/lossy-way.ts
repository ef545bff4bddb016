import { createSocket, type Socket } from 'node:dgram'
import { isRtcp } from '../rtp.ts'

type Loses = (packet: {
  readonly isBack: boolean
  readonly sequence: number | null
  readonly bytes: Buffer
}) => boolean

/** A way of UDP to somebody on this machine that loses what it is told to lose. One person's. */
export class LossyWay {
  /** `isBack`: from the one that it leads to. A sequence number is there for RTP alone. */
  loses: Loses = () => false
  readonly #front: Socket = createSocket('udp4')
  readonly #back: Socket = createSocket('udp4')

  /** Gives the port to send to. @param port of the one that it leads to */
  async open(port: number): Promise<number> {
    let from: { port: number; address: string } | null = null
    this.#front.on('message', (bytes, sender) => {
      from = sender
      if (!this.#isLost(bytes, false)) this.#back.send(bytes, port, '127.0.0.1')
    })
    this.#back.on('message', (bytes) => {
      if (from && !this.#isLost(bytes, true)) this.#front.send(bytes, from.port, from.address)
    })
    await Promise.all(
      [this.#front, this.#back].map(
        (socket) => new Promise<void>((bound) => socket.bind(0, '127.0.0.1', () => bound())),
      ),
    )
    return this.#front.address().port
  }

  #isLost(bytes: Buffer, isBack: boolean): boolean {
    const first = bytes[0] ?? 0
    const isMedia = first >= 128 && first < 192 && bytes.length > 4
    return this.loses({ isBack, bytes, sequence: isMedia && !isRtcp(bytes) ? bytes.readUInt16BE(2) : null })
  }

  close(): void {
    this.#front.close()
    this.#back.close()
  }
}

const WAY = / 127\.0\.0\.1 (\d+) typ host/

/** The same offer, by the lossy way. */
export async function byLossyWay(sdp: string, way: LossyWay): Promise<string> {
  const port = WAY.exec(sdp)?.[1]
  if (port === undefined) throw new Error('no way to this machine is offered')
  return sdp.replace(WAY, ` 127.0.0.1 ${await way.open(Number(port))} typ host`)
}

import { createSocket, type Socket } from 'node:dgram'
import type { Page } from '@playwright/test'

const LOOPBACK = '127.0.0.1'
/** As Chromium numbers them (RFC 8834): the voice as it is, and with the one before it. */
const VOICES: ReadonlyMap<number, 'plain' | 'redundant'> = new Map([
  [111, 'plain'],
  [63, 'redundant'],
])

/** A way to one address of a browser, as through a router: what comes from elsewhere goes there, and answers back. */
class Way {
  isOpen = true
  /** One packet of so many is lost; 0 for none. */
  lossOneIn = 0
  /** How the voices came that were sent by it. */
  readonly voices = new Set<string>()
  /** Which of the two ends sent its voice twice. */
  readonly twice = new Set<'IT' | 'OTHER'>()
  #passed = 0
  readonly #socket: Socket = createSocket('udp4')
  /** Who talks with that address by this way. */
  #other: number | null = null

  async open(target: number): Promise<number> {
    this.#socket.on('message', (packet, { port }) => {
      if (port !== target) this.#other = port
      const to = port === target ? this.#other : target
      this.#passed++
      const voice = voiceIn(packet)
      if (voice) this.voices.add(voice)
      if (voice === 'redundant') this.twice.add(port === target ? 'IT' : 'OTHER')
      const isLost = this.lossOneIn > 0 && this.#passed % this.lossOneIn === 0
      if (this.isOpen && !isLost && to !== null) this.#socket.send(packet, to, LOOPBACK)
    })
    await new Promise<void>((resolve) => this.#socket.bind(0, LOOPBACK, resolve))
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }
}

/** How a packet of sound says that it is one, encrypted or not (RFC 3550 §5.1). */
function voiceIn(packet: Buffer): 'plain' | 'redundant' | null {
  const [first = 0, second = 0] = packet
  return first >> 6 === 2 ? (VOICES.get(second & 0x7f) ?? null) : null
}

/**
 * The network between the calls of some pages. They meet by ways of ours alone, so that a test can break them all, as an
 * outage does, and let only those work that are found afterwards, as in another network.
 */
export class ChangingNetwork {
  #ways: Way[] = []
  #isOut = false

  /** From now on the page's connections reach others by this network; before its first call. */
  async lead(page: Page): Promise<void> {
    await page.exposeFunction('wayTo', async (port: number) => {
      const way = new Way()
      way.isOpen = !this.#isOut
      this.#ways.push(way)
      return way.open(port)
    })
    await page.evaluate(() => {
      const { wayTo } = window as unknown as { wayTo: (port: number) => Promise<number> }
      const Plain = window.RTCPeerConnection
      window.RTCPeerConnection = class extends Plain {
        constructor(configuration?: RTCConfiguration) {
          super(configuration)
          const [add, take] = [this.addIceCandidate.bind(this), this.setRemoteDescription.bind(this)]
          const known = new Set<string>()
          const through = async (given: RTCIceCandidateInit) => {
            const { candidate = '' } = given
            // The engine's own stands in each of its offers.
            const found = / 127\.0\.0\.1 (\d+) typ (?:srflx |host$)/.exec(candidate)
            if (candidate.endsWith('host')) {
              if (known.has(candidate)) return
              known.add(candidate)
            }
            // The others, of the machine itself and of the relay, would lead around this network.
            if (!found) return candidate === '' ? add(given) : undefined
            const port = await wayTo(Number(found[1]))
            return add({ ...given, candidate: candidate.replace(` ${found[1]} typ`, ` ${port} typ`) })
          }
          this.addIceCandidate = (given) => through(given as RTCIceCandidateInit)
          // An offer that comes late names the addresses that were found until then.
          this.setRemoteDescription = async (given) => {
            const lines = (given.sdp ?? '').split('\r\n')
            await take({
              ...given,
              sdp: lines.filter((line) => !line.startsWith('a=candidate:')).join('\r\n'),
            })
            for (const line of lines.filter((one) => one.startsWith('a=candidate:')))
              await through({ candidate: line.slice('a='.length), sdpMLineIndex: 0 })
          }
        }
      }
    })
  }

  /** No way works until `mend`. */
  breakOff(): void {
    this.#isOut = true
    for (const way of this.#ways) way.isOpen = false
  }

  /** All ways work again. */
  mend(): void {
    this.#isOut = false
    for (const way of this.#ways) way.isOpen = true
  }

  /** The ways that there are never work again; what is found from now on does. */
  change(): void {
    for (const way of this.#ways) way.isOpen = false
  }

  /** From now on one packet of so many is lost on each way; 0 for none. */
  lose(lossOneIn: number): void {
    for (const way of this.#ways) way.lossOneIn = lossOneIn
  }

  /** How the voices came since this was asked last. */
  voices(): string[] {
    const all = new Set(this.#ways.flatMap(({ voices }) => [...voices]))
    for (const { voices } of this.#ways) voices.clear()
    return [...all]
  }

  /** Whether both ends of some way sent their voices twice since this was asked last. */
  bothTwice(): boolean {
    const isSo = this.#ways.some(({ twice }) => twice.size === 2)
    for (const { twice } of this.#ways) twice.clear()
    return isSo
  }

  end(): void {
    for (const way of this.#ways) way.close()
    this.#ways = []
  }
}

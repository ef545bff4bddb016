import { createSocket, type Socket } from 'node:dgram'
import type { Page } from '@playwright/test'

const LOOPBACK = '127.0.0.1'

/** A way to one address of a browser, as through a router: what comes from elsewhere goes there, and answers back. */
class Way {
  isOpen = true
  readonly #socket: Socket = createSocket('udp4')
  /** Who talks with that address by this way. */
  #other: number | null = null

  async open(target: number): Promise<number> {
    this.#socket.on('message', (packet, { port }) => {
      if (port !== target) this.#other = port
      const to = port === target ? this.#other : target
      if (this.isOpen && to !== null) this.#socket.send(packet, to, LOOPBACK)
    })
    await new Promise<void>((resolve) => this.#socket.bind(0, LOOPBACK, resolve))
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }
}

/**
 * The network between the calls of some pages. They meet by ways of ours alone, so that a test can break them all, as an
 * outage does, and let only those work that are found afterwards, as in another network.
 */
export class ChangingNetwork {
  #ways: Way[] = []

  /** From now on the page's connections reach others by this network; before its first call. */
  async lead(page: Page): Promise<void> {
    await page.exposeFunction('wayTo', async (port: number) => {
      const way = new Way()
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
          const through = async (given: RTCIceCandidateInit) => {
            const { candidate = '' } = given
            const found = / 127\.0\.0\.1 (\d+) typ srflx /.exec(candidate)
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

  /** No way works any more; what is found from now on does. */
  breakAll(): void {
    for (const way of this.#ways) way.isOpen = false
  }

  /** All ways work again. */
  mend(): void {
    for (const way of this.#ways) way.isOpen = true
  }

  end(): void {
    for (const way of this.#ways) way.close()
    this.#ways = []
  }
}

import { benchText } from '../texts.ts'
import type { Kit, KitMessage } from './kit.ts'

const KITS: Record<string, () => Promise<Kit>> = {
  fieldwork: async () => (await import('./fieldwork.tsx')).fieldwork,
  'stream-chat-react': async () => (await import('./stream.tsx')).stream,
  '@chatscope/chat-ui-kit-react': async () => (await import('./chatscope.tsx')).chatscope,
  'react-chat-elements': async () => (await import('./elements.tsx')).elements,
}

/** The n-th message: a minute after the one before, of one of two people. */
const message = (n: number): KitMessage => ({
  id: n,
  text: benchText(n),
  mine: n % 3 === 0,
  at: new Date(Date.UTC(2026, 10, 1) + n * 60_000),
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => message(from + n))

const painted = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    }),
  )
/** Waits until a message can be seen in the page, and has been painted. */
async function shows(n: number): Promise<void> {
  const place = document.getElementById('kit')
  const isThere = () => place?.textContent?.includes(`#${n} `) ?? false
  if (!isThere())
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  await painted()
}

const FIRST = 10_000
const COUNT = 1000
const PAGE = 50
const BURST = 100

/** What the benchmark asks of the page. */
const bench = {
  kit: null as Kit | null,
  async load(name: string) {
    bench.kit = (await KITS[name]?.()) ?? null
  },
  /** From handing over 1,000 messages to the newest being painted, in milliseconds. */
  async first() {
    const place = document.getElementById('kit')
    if (!bench.kit || !place) throw new Error('There is no kit.')
    const messages = range(FIRST, FIRST + COUNT)
    const started = performance.now()
    bench.kit.mount(place, messages)
    await shows(FIRST + COUNT - 1)
    return performance.now() - started
  },
  /** From handing over an older page to the next picture after it has been taken in. */
  async prepend() {
    const started = performance.now()
    await bench.kit?.prepend(range(FIRST - PAGE, FIRST))
    await painted()
    return performance.now() - started
  },
  /** 100 messages one by one, each in a turn of its own, until the last is painted. */
  async burst() {
    const started = performance.now()
    for (const next of range(FIRST + COUNT, FIRST + COUNT + BURST)) {
      bench.kit?.append(next)
      await new Promise((resolve) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = resolve
        channel.port2.postMessage(null)
      })
    }
    await shows(FIRST + COUNT + BURST - 1)
    return performance.now() - started
  },
}
Object.assign(window, { kitBench: bench })
document.title = 'Ready'

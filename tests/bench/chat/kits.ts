import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build, preview } from 'vite'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { median } from '../statistics.ts'
import { heapOf } from './page-tools.ts'
import type { Bench, Result } from './results.ts'

/** The kits that a user could have chosen; ours first. */
const KITS = [
  'fieldwork',
  'stream-chat-react',
  '@chatscope/chat-ui-kit-react',
  'react-chat-elements',
] as const
type Name = (typeof KITS)[number]
const FOLDER = inRoot('tests/bench/chat/kits')
const OUTPUT = inRoot('dist/bench/kits')

interface Measured {
  readonly first: number[]
  readonly prepend: number[]
  readonly burst: number[]
  readonly memory: number[]
}

interface KitPage {
  readonly kitBench: Record<'first' | 'prepend' | 'burst', () => Promise<number>> & {
    load(name: string): Promise<void>
  }
}

/** The kits are no part of the product: they have a folder, a lock file and an installation of their own. */
function install(): void {
  if (existsSync(join(FOLDER, 'node_modules/stream-chat'))) return
  console.log('Installing the kits (once) …')
  const { status } = spawnSync('npm', ['ci'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The kits could not be installed.')
}

async function measure(browser: Browser, url: string, name: Name, into: Measured): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await page.goto(url)
  await page.waitForFunction(() => document.title === 'Ready')
  await page.evaluate((kit) => (window as unknown as KitPage).kitBench.load(kit), name)
  const before = await heapOf(page)
  for (const what of ['first', 'prepend', 'burst'] as const) {
    into[what].push(await page.evaluate((step) => (window as unknown as KitPage).kitBench[step](), what))
    await page.waitForTimeout(300)
  }
  into.memory.push((await heapOf(page)) - before)
  await page.context().close()
}

const ROWS = [
  { what: 'first', measure: 'First paint of a 1,000-message thread', unit: 'ms' },
  { what: 'prepend', measure: 'An older page of 50 put before it', unit: 'ms' },
  { what: 'burst', measure: '100 messages one by one', unit: 'ms' },
  { what: 'memory', measure: 'Memory of all that', unit: 'MB' },
] as const

/** Beside three chat kits: the same messages in the same browser, in turn. */
export const kits: Bench = {
  name: 'kits',
  async run({ browser, rounds }) {
    install()
    // The kits draw with the product's own React.
    const shared = {
      root: FOLDER,
      base: './',
      logLevel: 'error',
      resolve: { dedupe: ['react', 'react-dom'] as string[] },
    } as const
    await build({
      ...shared,
      build: { outDir: OUTPUT, emptyOutDir: true, target: 'chrome120' },
    })
    const server = await preview({
      ...shared,
      build: { outDir: OUTPUT },
      preview: { port: 0, host: '127.0.0.1' },
    })
    const url = server.resolvedUrls?.local[0]
    if (url === undefined) throw new Error('The kits are not served.')
    const all = new Map(
      KITS.map((name) => [name, { first: [], prepend: [], burst: [], memory: [] } as Measured]),
    )
    try {
      for (let round = 0; round < rounds; round++)
        for (const [name, into] of all) await measure(browser, url, name, into)
    } finally {
      await server.close()
    }
    return ROWS.map(({ what, measure: words, unit }): Result => {
      const shown = (value: number) => (unit === 'MB' ? value / 2 ** 20 : value)
      const [ours = 0, ...others] = KITS.map((name) => shown(median(all.get(name)?.[what] ?? [])))
      const best = Math.min(...others)
      return {
        measure: words,
        value: `${ours.toFixed(1)} ${unit}`,
        budget: `≤ ${best.toFixed(1)} ${unit}`,
        isMet: ours <= best,
        note: `${rounds} runs; ${KITS.slice(1)
          .map((name, at) => `${name} ${others[at]?.toFixed(1)}`)
          .join(', ')}`,
      }
    })
  },
}

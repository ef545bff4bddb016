import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Gallery } from '../../../renderer/gallery/gallery-window.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'

type GalleryWindow = Window & { readonly gallery: Gallery }
export type Shown = Gallery['specimens'][number]

/** One of the ways in which each thing is drawn. */
export interface Way {
  readonly name: string
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly height: number
  /** Also what is drawn in two ways only. */
  readonly isBrief: boolean
}

const WIDE = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }
export const WAYS: readonly Way[] = [
  { name: 'wide-light', scheme: 'light', ...WIDE, isBrief: true },
  { name: 'wide-dark', scheme: 'dark', ...WIDE, isBrief: false },
  { name: 'phone-light', scheme: 'light', ...PHONE, isBrief: false },
  { name: 'phone-dark', scheme: 'dark', ...PHONE, isBrief: true },
]

/** The present of everything that is drawn, as of the fake services. */
const NOW = Date.UTC(2026, 10, 21, 12)
const ORIGIN = 'http://gallery.invalid'
const PAGE = inRoot('test-results/gallery/page')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** The gallery in one of its ways. What it throws or can't fetch is in `faults`. */
export interface GalleryPage {
  readonly page: Page
  readonly specimens: readonly Shown[]
  readonly faults: readonly string[]
  /** The specimen as it stands, as a PNG of the browser's. */
  take(specimen: Shown): Promise<Uint8Array>
  close(): Promise<void>
}

export async function openGallery(browser: Browser, { scheme, width, height }: Way): Promise<GalleryPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.clock.setFixedTime(NOW)
  await page.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url())
    // Nothing is fetched from elsewhere.
    if (origin !== ORIGIN) return route.abort()
    const path = pathname === '/' ? '/index.html' : pathname
    const body = await readFile(join(PAGE, path)).catch(() => null)
    if (body === null) return route.fulfill({ status: 404 })
    return route.fulfill({ body, contentType: TYPES[extname(path)] ?? 'application/octet-stream' })
  })
  await page.goto(ORIGIN)
  await page.waitForFunction(() => 'gallery' in window)
  const specimens = await page.evaluate(() => (window as unknown as GalleryWindow).gallery.specimens)
  return {
    page,
    specimens,
    faults,
    async take({ name, isPage }) {
      await page.mouse.move(0, 0)
      await page.evaluate(
        ([one, colours]) => (window as unknown as GalleryWindow).gallery.show(one, colours),
        [name, scheme] as const,
      )
      const target = isPage ? page : page.locator('[data-specimen]')
      return target.screenshot({ animations: 'allow', scale: 'device' })
    },
    close: () => context.close(),
  }
}

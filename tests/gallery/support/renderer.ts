import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { pixelsHash, readPng } from './picture.ts'

/** What drew the recorded pictures. */
interface Renderer {
  readonly browser: string
  /** Of a picture of all that machines draw differently. */
  readonly probe: string
}

const FILE = inRoot('tests/gallery/pictures/renderer.json')

/** Type of each kind and script, corners, shadows and the system's own controls: nothing of the product. */
const PROBE = `<div style="margin:16px;width:340px;font:16px 'Inter Variable'">
<p style="font-weight:400">The quick brown fox 0123456789 ‘’“”–</p>
<p style="font-weight:600">The quick brown fox <i>jumps</i></p>
<p style="font-family:sans-serif">sans-serif fox ‮txt.exe</p><p style="font-family:monospace">monospace fox</p>
<p>李小龍 مرحبا שלום Ωмир 😀 a\u0301\u0323</p>
<div style="width:200px;height:60px;border:1px solid #888;border-radius:14px;background:linear-gradient(#0d6a58,#fff);box-shadow:0 8px 24px rgb(20 40 34 / 20%)"></div>
<svg width="60" height="60"><circle cx="30" cy="30" r="25.5" fill="none" stroke="#0d6a58" stroke-width="5"/></svg>
<select><option>one</select><progress value=".4"></progress><input type="checkbox" checked><input type="date">`

/** What draws here. @param page one that has the gallery's fonts */
export async function thisRenderer(browser: Browser, page: Page): Promise<Renderer> {
  await page.evaluate((probe) => {
    const frame = document.createElement('div')
    frame.dataset.probe = ''
    frame.style.cssText =
      'all:initial;position:fixed;top:0;left:0;width:380px;height:640px;overflow:hidden;z-index:9999;color-scheme:light;background:#fff;color:#000'
    const inside = frame.attachShadow({ mode: 'open' })
    inside.innerHTML = probe
    document.body.append(frame)
  }, PROBE)
  await page.evaluate(() => document.fonts.ready)
  const picture = readPng(await page.locator('[data-probe]').screenshot())
  await page.evaluate(() => document.querySelector('[data-probe]')?.remove())
  return { browser: browser.version(), probe: pixelsHash(picture) }
}

export const recordedRenderer = (): Renderer => JSON.parse(readFileSync(FILE, 'utf8')) as Renderer
export function recordRenderer(renderer: Renderer): void {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(renderer, null, 2)}\n`)
}

export const isSame = (one: Renderer, other: Renderer): boolean =>
  one.browser === other.browser && one.probe === other.probe

import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { build } from 'vite'
import { hostileBodies } from '../../renderer/testing/hostile-html.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

/** The sanitiser as the product has it, as a script that puts it on a page. */
async function sanitiserScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: inRoot('.'),
    build: {
      write: false,
      minify: false,
      lib: { entry: inRoot('renderer/ui/safe-html/sanitise.ts'), formats: ['iife'], name: 'sanitiser' },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The sanitiser was not built.')
  return `${chunk.code}\nwindow.sanitise = sanitiser.createSanitiser(window)`
}

/** The page's own sanitiser, for what runs in it. */
type Sanitising = Window & { sanitise: (html: string) => DocumentFragment; hostileRan?: number }

const left = (page: Page, html: string): Promise<string> =>
  page.evaluate((body) => {
    const box = document.createElement('div')
    box.append((window as unknown as Sanitising).sanitise(body))
    return box.innerHTML
  }, html)

/** What decides how a parser reads all that follows. */
const STARTS = [
  ...'frameset frame html head body svg math template select table tr noscript plaintext form'.split(' '),
  ...'style title textarea script iframe object foreignObject annotation-xml mtext desc a p'.split(' '),
].flatMap((name) => [`<${name}>`, `</${name}>`])
STARTS.push('<!--', '-->', '<!doctype html>', '<![CDATA[', ']]>', '<?xml?>', '<form><input name=parentNode>')

test.describe('HTML of the server’s', () => {
  test('W255 keeps what the document allows, and the text of what else is harmless', async ({ page }) => {
    await page.addScriptTag({ content: await sanitiserScript() })
    for (const tag of ['b', 'i', 'em', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p'])
      expect(await left(page, `<${tag}>Text</${tag}>`)).toBe(`<${tag}>Text</${tag}>`)
    for (const html of [
      '<ul><li>One</li><li>Two</li></ul>',
      '<a href="https://a.example/x">Link</a>',
      '<img src="/logo.png" alt="Logo">',
      '<table><tbody><tr><th>a</th><td>b</td></tr></tbody></table>',
      '<style>p { color: red }</style><p>Red</p>',
    ])
      expect(await left(page, html)).toBe(html)
    for (const [html, rest] of [
      ['<div><span onclick="x()">A</span> <u>b</u></div>', 'A b'],
      ['<p style="position:fixed" class="x" id="y" data-z="1" aria-label="w">A</p>', '<p>A</p>'],
      ['<a href="javascript:x()">A</a><a href="//evil.example">B</a>', '<a>A</a><a>B</a>'],
      ['<img src="http://a.example/x.png" onerror="x()" alt="A">', '<img alt="A">'],
      ['<style>p { background: url(https://a.example/seen) }</style><p>A</p>', '<p>A</p>'],
      ['<style>@import "https://a.example/x.css"</style><p>A</p>', '<p>A</p>'],
      ['<style>p { color: \\72 ed }</style><p>A</p>', '<p>A</p>'],
    ] as const)
      expect(await left(page, html)).toBe(rest)
  })

  test('W255 of 200 hostile bodies none runs, leads away or leaves what is not allowed', async ({ page }) => {
    const reached: string[] = []
    page.on('request', (request) => void reached.push(request.url()))
    await page.addScriptTag({ content: await sanitiserScript() })
    const bodies = hostileBodies()
    expect(bodies.length).toBeGreaterThanOrEqual(200)
    const findings = await page.evaluate(async (all) => {
      const { sanitise } = window as unknown as Sanitising
      const found: string[] = []
      for (const body of all) {
        const host = document.createElement('div')
        document.body.append(host)
        host.attachShadow({ mode: 'open' }).append(sanitise(body))
        for (const element of host.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? []) {
          const allowed =
            /^(b|i|em|strong|a|h[1-6]|p|ul|li|img|table|thead|tbody|tfoot|tr|th|td|caption|style)$/
          if (!allowed.test(element.localName)) found.push(`${element.localName}: ${body}`)
          for (const { name, value } of element.attributes) {
            if (!/^(href|title|src|alt|width|height|colspan|rowspan|scope)$/.test(name))
              found.push(`${name}: ${body}`)
            if (/^\s*(?:\w*script:|data:text|\/[/\\])/i.test(value)) found.push(`${value}: ${body}`)
          }
          for (const type of ['mouseover', 'focus', 'error', 'load', 'toggle', 'pointerenter'])
            element.dispatchEvent(new Event(type))
          element.addEventListener('click', (event) => event.preventDefault())
          element.click()
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      return [...found, ...((window as unknown as Sanitising).hostileRan ? ['it ran'] : [])]
    }, bodies)
    expect(findings).toEqual([])
    expect(reached.filter((url) => !url.startsWith('about:'))).toEqual([])
  })

  test('however it begins, it is sanitised and never refused, and what is allowed in it stays', async ({
    page,
  }) => {
    await page.addScriptTag({ content: await sanitiserScript() })
    for (const begin of ['<frameset>', '<FRAMESET onload=x()>', '<html><frameset>', '</body><frameset>'])
      expect(await left(page, begin)).toBe('')
    for (const begin of ['<html>', '<html><head>', '<body onload=x()>', '<!doctype html>', '<!-- a -->'])
      expect(await left(page, `${begin}<p>A</p>`)).toBe('<p>A</p>')
    for (const nothing of ['', '<svg>', '<math>', '<template>', '<!--', '<plaintext>', '<select>', '<frame>'])
      expect(await left(page, nothing)).toBe('')

    const open = fc.constantFrom(...STARTS)
    const hostile = fc.tuple(fc.array(open, { minLength: 1, maxLength: 6 }), fc.string({ unit: 'binary' }))
    const bodies = fc.sample(hostile, { numRuns: 2000, seed: 17 }).map(([tags, text]) => tags.join('') + text)
    const thrown = await page.evaluate((all) => {
      const { sanitise } = window as unknown as Sanitising
      return all.filter((body) => {
        try {
          return !(sanitise(body) instanceof DocumentFragment)
        } catch {
          return true
        }
      })
    }, bodies)
    expect(thrown).toEqual([])
  })
})

/** Makes a call as the page's person. */
const ask = (page: Page, path: string, body: object): Promise<void> =>
  page.evaluate(
    async ([path, body]) => {
      const authorization = JSON.parse(localStorage.getItem('fieldwork.token') ?? '""')
      const headers = { 'content-type': 'application/json', authorization }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    [path, body] as const,
  )

test('what was told is found, read, and leads on; what comes now is there at once', async ({
  ownServer,
  signedIn,
}) => {
  const hers = await signedIn(accountOf(ownServer.accounts, 'supervisor'), ownServer.url)
  const theirs = await signedIn(accountOf(ownServer.accounts, 'interviewer'), ownServer.url)
  const bell = hers.getByRole('button', { name: /^Notifications\s*,\s*\d+/ })
  await expect(bell).toBeVisible()

  await ask(theirs, '/api/help/tickets/raise', { ticketType: 'Other', message: 'My desk is cold.' })
  await bell.click()
  const centre = hers.getByRole('region', { name: 'Notifications' })
  await expect(centre.getByRole('button', { name: /^Ticket was raised by Jamie Whitfield/ })).toBeVisible()
  await centre.getByRole('button', { name: 'See all' }).click()

  const list = hers.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('list', { name: 'Notifications' })).toBeVisible()
  await list.getByRole('searchbox').fill('rota for next week')
  await list.getByRole('button', { name: /Your rota for next week/ }).click()
  const one = hers.getByRole('dialog', { name: 'Your rota for next week' })
  await expect(one.getByRole('cell', { name: '16:00 to 21:00' }).first()).toBeVisible()
  expect(await findings(hers)).toEqual([])
  await one.getByRole('button', { name: 'OK', exact: true }).click()

  await list.getByRole('searchbox').fill('Tour')
  await list.getByRole('button', { name: /^Update Tour / }).click()
  await hers.getByRole('button', { name: 'Start Tour' }).click()
  await expect(hers.getByRole('dialog', { name: 'Your tickets' })).toBeVisible()
  await hers.keyboard.press('ArrowRight')
  await hers.keyboard.press('ArrowRight')
  await expect(hers.getByRole('dialog', { name: 'Be told' })).toBeVisible()
  expect(await findings(hers)).toEqual([])
  await hers.keyboard.press('Escape')
  await expect(hers.getByRole('dialog')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { Walk } from './support/walk.ts'

/** What is wrong with a page, how it came to be, and the fault that the walk tells (everything-open.spec.ts). */
const FAULTS: readonly (readonly [what: string, body: string, css: string, told: readonly RegExp[]])[] = [
  ['nothing', '<main><h1>Rota</h1><button>Add</button></main>', '', []],
  [
    'a second main',
    '<main><h1>Rota</h1></main><main>More</main>',
    '',
    [/: 2 main landmarks/, /landmark-no-duplicate-main/],
  ],
  [
    'an attribute where it says nothing',
    '<main><h1>Rota</h1><span aria-expanded="true">More</span></main>',
    '',
    [/: aria-allowed-attr: span/],
  ],
  [
    'contrast in light only',
    '<main><h1>Rota</h1><p class="noon">Late</p></main>',
    '[data-mantine-color-scheme="light"] .noon { color: #888 }',
    [/: light: color-contrast: p .*noon/],
  ],
  [
    'contrast in dark only',
    '<main><h1>Rota</h1><p class="night">Late</p></main>',
    '[data-mantine-color-scheme="dark"] .night { color: #666 }',
    [/: dark: color-contrast: p .*night/],
  ],
  [
    'no ring around what has the focus',
    '<main><h1>Rota</h1><button class="bare">Add</button></main>',
    '.bare:focus { outline: none }',
    [/: no focus ring: button .*bare/],
  ],
  [
    'a dialog without a name',
    '<main><h1>Rota</h1></main><div role="dialog"><button>Close</button></div>',
    '',
    [/: aria-dialog-name: /],
  ],
  [
    'small text',
    '<main><h1>Rota</h1><p class="tiny">Note</p></main>',
    '.tiny { font-size: 11.5px }',
    [/12 px/],
  ],
  [
    'a page that is too wide',
    '<main><h1>Rota</h1><p class="wide">Note</p></main>',
    '.wide { width: 2000px }',
    [/: the page scrolls sideways, by \d+ px$/],
  ],
]

const THEMES = `body { background: #fff; color: #000; font-size: 16px }
[data-mantine-color-scheme="dark"] body { background: #111; color: #fff }`

async function shows(page: Page, body: string, css: string, theme: string): Promise<void> {
  await page.goto('about:blank')
  await page.setContent(
    `<html lang="en" data-mantine-color-scheme="${theme}"><title>Rota</title><style>${THEMES} ${css}</style>${body}</html>`,
  )
}

const options = { opens: /^$/, opensFromPage: /^$/, elsewhere: /^$/, own: /./, leaves: /^$/ }

test('the walk over everything that opens tells each fault once, whichever theme it begins in', async ({
  page,
}) => {
  const walk = await Walk.of(page, options)
  for (const theme of ['light', 'dark'])
    for (const [what, body, css, told] of FAULTS) {
      walk.faults.length = 0
      // As another part than in the other theme: what has been looked at isn't looked at again.
      await shows(page, body.replaceAll(/<(main|div)/g, `<$1 class="${theme}"`), css, theme)
      await walk.look(what)
      if (/focus|small|wide/.test(what) && theme === 'dark') continue
      for (const one of told) expect(walk.faults.join('\n'), what).toMatch(one)
      if (told.length < 2) expect(walk.faults, what).toHaveLength(told.length)
    }
})

/** A page with a button and a dialog that it opens. */
const dialogPage = (onOpen: string, onEscape: string) => `<main><h1>Rota</h1>
<button aria-haspopup="dialog">Add</button><button>Other</button></main>
<div role="dialog" aria-label="Outer" hidden><button>Save</button></div>
<script>
  const [add, other, save] = document.querySelectorAll('button')
  const dialog = document.querySelector('[role="dialog"]')
  add.onclick = () => { dialog.hidden = false; ${onOpen} }
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') { dialog.hidden = true; ${onEscape} } })
</script>`

test('what was looked at is looked at again where something in it or around it is another', async ({
  page,
}) => {
  const walk = await Walk.of(page, options)
  const css = '.pale { color: #666 } .ink { background: #222 }'
  const list = (more = '') =>
    `<ul class="pale"><li>Early</li><li>Late</li><li>Night</li><li>Off</li>${more}</ul>`
  const looked = async (main: string) => {
    walk.faults.length = 0
    await shows(page, `<main><h1>Rota</h1>${main}</main>`, css, 'light')
    await walk.look('rota')
    return walk.faults.filter((one) => one.includes('light'))
  }
  expect(await looked(list())).toEqual([])
  expect(await looked(list('<li><img src="x.png"></li>'))).toEqual([expect.stringMatching(/image-alt: img/)])
  expect(await looked(`<div class="ink">${list()}</div>`)).toEqual([
    expect.stringMatching(/color-contrast: li/),
  ])
})

test('the walk tells where the focus goes', async ({ page }) => {
  for (const [what, onOpen, onEscape, told] of [
    ['as it should', 'save.focus()', 'add.focus()', []],
    ['not in', '', 'add.focus()', [/: opened, and the focus is on button 'Add'/]],
    ['not back', 'save.focus()', 'other.focus()', [/: closed, and the focus is on button 'Other'/]],
  ] as const) {
    const once = await Walk.of(page, options)
    await shows(page, dialogPage(onOpen, onEscape), '', 'light')
    await once.openAll(what, 'main')
    expect(once.faults, what).toEqual(told.map((one) => expect.stringMatching(one)))
  }
})

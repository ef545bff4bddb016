import { expect, test } from '@playwright/test'
import { type GalleryPage, openGallery, WAYS, type Way } from './support/gallery-page.ts'
import { differingPixels, readPng } from './support/picture.ts'

const [LIGHT] = WAYS as readonly [Way, ...Way[]]

/** How many pixels a change of style makes, of one piece. */
async function seen(gallery: GalleryPage, name: string, css: string): Promise<number> {
  const specimen = gallery.specimens.find((one) => one.name === name)
  if (!specimen) throw new Error(`there is no specimen '${name}'`)
  const before = readPng(await gallery.take(specimen))
  const style = await gallery.page.addStyleTag({ content: css })
  const after = readPng(await gallery.take(specimen))
  await style.evaluate((element) => (element as Element).remove())
  expect(differingPixels(before, readPng(await gallery.take(specimen)))).toBe(0)
  return differingPixels(before, after)
}

test('the least changes of looks are seen in a picture, and nothing is where nothing changed', async ({
  browser,
}) => {
  const gallery = await openGallery(browser, LIGHT)
  expect(await seen(gallery, 'form/ChooseFile', ':root { --nothing: 1px }')).toBe(0)
  // A corner of 10 px becomes one of 11, of one button among three.
  expect(
    await seen(gallery, 'form/ChooseFile', 'label[data-primary="true"] { border-radius: 11px !important }'),
  ).toBeGreaterThan(0)
  expect(
    await seen(gallery, 'form/DropField', '[data-wide="true"] { border-radius: 15px !important }'),
  ).toBeGreaterThan(0)
  // A colour a fifth nearer to black, of a line and of letters.
  const darker = (name: string) =>
    `:root { ${name}: color-mix(in srgb, ${LIGHT_COLOURS[name]} 80%, black) !important }`
  for (const name of Object.keys(LIGHT_COLOURS))
    expect(await seen(gallery, 'UndoLine', darker(name)), name).toBeGreaterThan(0)
  // Words that stand one pixel further to the right.
  expect(
    await seen(gallery, 'Problem', 'figure:first-of-type p { padding-left: 13px !important }'),
  ).toBeGreaterThan(0)
  await gallery.close()
})

/** Colours by role, as `renderer/shell/tokens.css` has them. */
const LIGHT_COLOURS: Readonly<Record<string, string>> = {
  '--fw-selected': '#dff0ea',
  '--fw-surface': '#ffffff',
  '--fw-text': '#17211e',
  '--fw-danger': '#b42b33',
}

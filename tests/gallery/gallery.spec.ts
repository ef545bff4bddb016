import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from '@playwright/test'
import { openGallery, type Shown, WAYS, type Way } from './support/gallery-page.ts'
import { type Picture, readPng, writePng } from './support/picture.ts'
import { changeOf, forget, record, recordedNames } from './support/records.ts'
import { isSame, recordedRenderer, recordRenderer, thisRenderer } from './support/renderer.ts'

/** Set by `npm run gallery`: whether what is drawn is kept as what it has to look like, and of what. */
const isRecording = process.env.GALLERY_RECORD === '1'
const only = process.env.GALLERY_ONLY ?? ''

const isWanted = (way: Way) => (shown: Shown) =>
  shown.name.startsWith(only) && (!shown.isBrief || way.isBrief)

for (const way of WAYS) {
  test(`everything in ${way.name} looks as recorded`, async ({ browser }, info) => {
    const gallery = await openGallery(browser, way)
    const renderer = await thisRenderer(browser, gallery.page)
    if (isRecording) recordRenderer(renderer)
    const isExact = isRecording || isSame(renderer, recordedRenderer())
    const wanted = gallery.specimens.filter(isWanted(way))
    const faults: string[] = []
    const check = (name: string, picture: Picture): void => {
      if (isRecording) {
        if (record(name, way.name, picture)) console.log(`recorded ${name} in ${way.name}`)
        return
      }
      if (isOneColour(picture)) faults.push(`${name}: nothing is drawn`)
      const change = isExact ? changeOf({ name, way: way.name, picture }, leaveAs(info, name)) : null
      if (change !== null) faults.push(change)
    }
    // What was taken is looked at while the browser draws the next.
    let looked: () => void = () => {}
    for (const shown of wanted) {
      const taking = gallery.take(shown)
      looked()
      const file = await taking
      looked = () => check(shown.name, readPng(file))
    }
    looked()
    const names = new Set(wanted.map(({ name }) => name))
    const gone = recordedNames(way.name).filter((name) => name.startsWith(only) && !names.has(name))
    if (isRecording) for (const name of gone) forget(name, way.name)
    else faults.push(...gone.map((name) => `${name}: has a picture and nothing that it shows`))
    expect([...gallery.faults, ...faults]).toEqual([])
    await gallery.close()
    test.skip(
      !isExact,
      `pictures are not compared: they are of Chromium ${recordedRenderer().browser} and its fonts, this one draws otherwise`,
    )
  })
}

const isOneColour = ({ rgb }: Picture): boolean => rgb.every((part, place) => part === rgb[place % 3])

/** Keeps a difference where a person finds it. @returns the place */
const leaveAs = (info: { outputPath(...parts: string[]): string }, name: string) => (difference: Picture) => {
  const file = info.outputPath(`${name.replaceAll('/', '-')}.png`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, writePng(difference))
  return file
}

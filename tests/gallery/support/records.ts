import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { differencePicture, differingPixels, type Picture, readPng, writePng } from './picture.ts'

const PICTURES = inRoot('tests/gallery/pictures')

const fileOf = (name: string, way: string): string => join(PICTURES, name, `${way}.png`)

/**
 * How a picture differs from the recorded one, as a line for a person; null where each pixel is the same.
 *
 * @param leave told of a picture that shows both and the difference between them
 */
export function changeOf(
  { name, way, picture }: { readonly name: string; readonly way: string; readonly picture: Picture },
  leave: (difference: Picture) => string,
): string | null {
  const file = fileOf(name, way)
  if (!existsSync(file)) return `${name}: has no picture yet`
  const recorded = readPng(readFileSync(file))
  const count = differingPixels(recorded, picture)
  if (count === 0) return null
  return `${name}: ${count} of its pixels differ: ${leave(differencePicture(recorded, picture))}`
}

/** Keeps a picture as what it has to look like from now on. One that is the same stays the file that it is. */
export function record(name: string, way: string, picture: Picture): boolean {
  const file = fileOf(name, way)
  if (existsSync(file) && differingPixels(readPng(readFileSync(file)), picture) === 0) return false
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, writePng(picture))
  return true
}

/** The recorded pictures of one way, by what they show. */
export function recordedNames(way: string): string[] {
  const files = existsSync(PICTURES) ? readdirSync(PICTURES, { recursive: true, encoding: 'utf8' }) : []
  return files
    .filter((file) => file.endsWith(`${sep}${way}.png`))
    .map((file) => relative(PICTURES, dirname(join(PICTURES, file))).replaceAll(sep, '/'))
}

export const forget = (name: string, way: string): void => rmSync(fileOf(name, way))

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'

/** Most that the JavaScript of the sign-in screen may weigh, gzip, in bytes. */
export const FIRST_SCREEN_LIMIT = 150 * 1024

/** Most that a page's own JavaScript may weigh beyond what the shell has loaded, gzip, in bytes. */
export const PART_LIMIT = 150 * 1024

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    isEntry: z.optional(z.boolean()),
    isDynamicEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
  }),
)
export type Manifest = z.output<typeof manifest>

/** The application around its screens: the entry fetches it at once, by the name that the build gives its chunk. */
const START_CHUNK = 'start'

/** The sign-in screen itself, if it is split off; its dialogs come when they are opened. */
const FIRST_SCREEN_CHUNK = /(^|\/)features\/sign-in\/index\.ts$/

/** What is loaded once somebody is signed in, before any page (spec 1 §2.5), by the name that the build gives it. */
const SHELL_CHUNK = 'shell'

/** The chunks and all that these import statically. */
function loadedWith(bundle: Manifest, starts: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of bundle[key]?.imports ?? []) visit(next)
  }
  for (const key of starts) visit(key)
  return seen
}

function scriptsOf(bundle: Manifest, keys: Iterable<string>): string[] {
  const files = [...keys].map((key) => bundle[key]?.file ?? '').filter((file) => /\.m?js$/.test(file))
  return [...new Set(files)].sort()
}

/** @throws Error where the manifest has no entry */
function firstScreenKeys(bundle: Manifest): string[] {
  const starts = Object.keys(bundle).filter(
    (key) =>
      bundle[key]?.isEntry ||
      bundle[key]?.name === START_CHUNK ||
      (bundle[key]?.isDynamicEntry && FIRST_SCREEN_CHUNK.test(key)),
  )
  if (!starts.some((key) => bundle[key]?.isEntry)) throw new Error("Vite's manifest has no entry.")
  return starts
}

/**
 * The JavaScript files that the sign-in screen needs: the entry, the application that it
 * fetches, the sign-in feature where it is a chunk of its own, and all that these import statically.
 *
 * @throws Error where the manifest has no entry
 */
export function firstScreenFiles(bundle: Manifest): string[] {
  return scriptsOf(bundle, loadedWith(bundle, firstScreenKeys(bundle)))
}

/** A part of the application that is fetched when it is wanted: a page, a dialog, a library. */
export interface Part {
  /** Its module, as in `renderer/features/notes/index.ts`. */
  readonly name: string
  /** The scripts that it needs and the shell hasn't loaded. */
  readonly files: readonly string[]
}

/**
 * What each part adds to the shell. The shell itself adds to the sign-in screen, and comes first.
 *
 * @throws Error where the manifest has no entry
 */
export function partsOf(bundle: Manifest): Part[] {
  const first = firstScreenKeys(bundle)
  const dynamic = Object.keys(bundle).filter((key) => bundle[key]?.isDynamicEntry && !first.includes(key))
  const shell = Object.keys(bundle).filter((key) => bundle[key]?.name === SHELL_CHUNK)
  const before = { shell: loadedWith(bundle, first), page: loadedWith(bundle, [...first, ...shell]) }
  const part = (key: string, loaded: ReadonlySet<string>): Part => {
    const own = [...loadedWith(bundle, [key])].filter((needed) => !loaded.has(needed))
    const name = shell.includes(key) ? SHELL_CHUNK : key.replace(/^(\.\.\/)+/, '')
    return { name, files: scriptsOf(bundle, own) }
  }
  return [
    ...shell.map((key) => part(key, before.shell)),
    ...dynamic
      .filter((key) => !shell.includes(key))
      .map((key) => part(key, before.page))
      .filter(({ files }) => files.length > 0),
  ]
}

/**
 * The first screen's files of a built renderer, as paths.
 *
 * @param outDir what Vite wrote
 */
export function readFirstScreen(outDir: string): string[] {
  return firstScreenFiles(readManifest(outDir)).map((file) => join(outDir, file))
}

/**
 * The same for a built renderer, with paths of files.
 *
 * @param outDir what Vite wrote
 */
export function readParts(outDir: string): Part[] {
  return partsOf(readManifest(outDir)).map(({ name, files }) => ({
    name,
    files: files.map((file) => join(outDir, file)),
  }))
}

function readManifest(outDir: string): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')))
}

/** Bytes of the files, each compressed on its own, as a server sends them. */
export function gzipBytes(files: readonly string[]): number {
  return files.reduce((total, file) => total + gzipSync(readFileSync(file), { level: 9 }).length, 0)
}

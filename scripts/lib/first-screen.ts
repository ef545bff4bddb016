import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'

/** Most that the JavaScript of the sign-in screen may weigh, gzip, in bytes. */
export const FIRST_SCREEN_LIMIT = 150 * 1024

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    isDynamicEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
  }),
)
export type Manifest = z.output<typeof manifest>

/** The sign-in screen itself, if it is split off the entry; its dialogs come when they are opened. */
const FIRST_SCREEN_CHUNK = /(^|\/)features\/sign-in\/index\.ts$/

/**
 * The JavaScript files that the sign-in screen needs: the entry, the sign-in feature where it is a
 * chunk of its own, and all that these import statically.
 *
 * @throws Error where the manifest has no entry
 */
export function firstScreenFiles(bundle: Manifest): string[] {
  const starts = Object.keys(bundle).filter(
    (key) => bundle[key]?.isEntry || (bundle[key]?.isDynamicEntry && FIRST_SCREEN_CHUNK.test(key)),
  )
  if (!starts.some((key) => bundle[key]?.isEntry)) throw new Error("Vite's manifest has no entry.")
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of bundle[key]?.imports ?? []) visit(next)
  }
  for (const key of starts) visit(key)
  const files = [...seen].map((key) => bundle[key]?.file ?? '').filter((file) => file.endsWith('.js'))
  return [...new Set(files)].sort()
}

/**
 * The same for a built renderer, as paths of files.
 *
 * @param outDir what Vite wrote
 */
export function readFirstScreen(outDir: string): string[] {
  const parsed = manifest.parse(JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')))
  return firstScreenFiles(parsed).map((file) => join(outDir, file))
}

/** Bytes of the files, each compressed on its own, as a server sends them. */
export function gzipBytes(files: readonly string[]): number {
  return files.reduce((total, file) => total + gzipSync(readFileSync(file), { level: 9 }).length, 0)
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Tests change nothing that is built. */
const NOT_BUILT = /\.(test|spec)\.[cm]?tsx?$/

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Says what a build would be made from: the names and contents of all inputs.
 *
 * @param root inputs are relative to it; the stamp doesn't depend on where it lies
 * @param inputs files and folders; a missing one counts as empty
 */
export function contentStamp(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256')
  const files = inputs.flatMap((input) => filesUnder(join(root, input)))
  for (const file of [...new Set(files)].sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** What was built from, as kept beside the output; null where nothing was. */
export function readStamp(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

export function writeStamp(file: string, stamp: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stamp)
}

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The id of the served build: a hash of its page, which names every file by its content. 'api' where no page
 * is served. @throws where the folder has no page.
 */
export function buildIDOf(staticFolder: string | null): string {
  if (staticFolder === null) return 'api'
  const page = readFileSync(join(staticFolder, 'index.html'))
  return createHash('sha256').update(page).digest('hex').slice(0, 12)
}

/**
 * The same, kept up to date: the page is read again when its file has changed. While a build replaces it, the
 * last id stays. @throws where the folder has no page at the start.
 */
export function watchBuildID(staticFolder: string | null): () => string {
  let known = buildIDOf(staticFolder)
  if (staticFolder === null) return () => known
  const page = join(staticFolder, 'index.html')
  const stampOf = () => {
    const stat = statSync(page, { throwIfNoEntry: false })
    return stat?.size ? `${stat.mtimeMs} ${stat.size}` : null
  }
  let stamp = stampOf()
  return () => {
    const present = stampOf()
    if (present === null || present === stamp) return known
    try {
      known = buildIDOf(staticFolder)
      stamp = present
    } catch {
      // It disappeared after it was found; the next call looks again.
    }
    return known
  }
}

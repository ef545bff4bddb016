import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names the build that is served: its page lists its files by their content, so that the page's
 * own hash changes with any of them. 'api' where no page is served.
 * @throws where the folder holds no page.
 */
export function buildIDOf(staticFolder: string | null): string {
  if (staticFolder === null) return 'api'
  const page = readFileSync(join(staticFolder, 'index.html'))
  return createHash('sha256').update(page).digest('hex').slice(0, 12)
}

/**
 * The same, kept up to date while the server runs: the page is read again when its file has changed.
 * While a build replaces it, it is what it was.
 * @throws where the folder holds no page to begin with.
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
      // Gone again since the look at it: the next call looks anew.
    }
    return known
  }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

import { STORAGE_PREFIX } from '../storage/storage-prefix.ts'

/**
 * Whether the browser keeps a session, good or not: asked before any other code of the page has come,
 * `storage.ts` with its schemas included.
 */
export function keepsSession(page: Pick<Window, 'localStorage'>): boolean {
  try {
    return page.localStorage.getItem(`${STORAGE_PREFIX}token`) !== null
  } catch {
    return false
  }
}

import { keepsSession } from '../services/kept-session.ts'
import { signedInCode } from './screen-code.ts'

/**
 * Whether somebody who is signed in comes to the shell, by the address and by what the browser keeps:
 * the services, which would tell for sure, come with the application itself.
 */
export function beginsInShell(page: Parameters<typeof keepsSession>[0] & Pick<Window, 'location'>): boolean {
  if (/^\/public(\/|$)/.test(page.location.pathname)) return false
  return keepsSession(page)
}

/** Fetches the shell's code. Never rejects: what can't be had is asked for again, and told, by the route. */
export async function fetchShell(): Promise<void> {
  await signedInCode.fetch().catch(() => {})
}

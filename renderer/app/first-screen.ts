import { keepsSession } from '../services/session/kept-session.ts'
import { signedInCode, signInCode } from './screen-code.ts'

type Page = Parameters<typeof keepsSession>[0] & Pick<Window, 'location'>

const isPublic = ({ location }: Page) => /^\/(public|setup)(\/|$)/.test(location.pathname)

/**
 * Whether somebody who is signed in comes to the shell, by the address and by what the browser keeps:
 * the services, which would tell for sure, come with the application itself.
 */
export function beginsInShell(page: Page): boolean {
  return !isPublic(page) && keepsSession(page)
}

/** What the page begins with: the shell, the sign-in screen, or a public page, which fetches its own. */
export interface FirstScreen {
  readonly isShell: boolean
  /** Settles when its code was fetched. Never rejects: what can't be had is asked for again, and told, by the route. */
  readonly fetched: Promise<unknown>
}

export function fetchFirstScreen(page: Page): FirstScreen {
  const isShell = beginsInShell(page)
  if (isPublic(page)) return { isShell, fetched: Promise.resolve() }
  const code = isShell ? signedInCode : signInCode
  return { isShell, fetched: code.fetch().catch(() => {}) }
}

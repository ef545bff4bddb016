import { logout } from '#shared/contract/auth.ts'
import type { Services } from '../services/services.ts'

/**
 * Ends the session on the server and here (spec 1 §4.2). Where the server can't be told, the token
 * is forgotten all the same and the person learns of it.
 */
export async function signOut({
  api,
  session,
  notices,
}: Pick<Services, 'api' | 'session' | 'notices'>): Promise<void> {
  if (session.store.getState().token === null) return
  try {
    await api.call(logout, undefined, { quiet: true })
    notices.show('success', 'Session ended')
  } catch {
    notices.show('error', 'Something has gone wrong.')
  } finally {
    session.signOut()
  }
}

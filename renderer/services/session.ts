import { createStore, type StoreApi } from 'zustand/vanilla'
import { type TokenClaims, tokenClaims } from '#shared/contract/token.ts'
import { type Permissions, parsePermissionNumbers, permissionsOf } from '#shared/domain/permissions.ts'
import type { AppStorage } from './storage.ts'

/** The signed-in person, from the token's claims (spec 1 §3). */
export interface SessionUser {
  readonly id: number
  readonly displayName: string
  readonly userName: string
  readonly role: string
  readonly manager: string
  readonly claims: TokenClaims
}

export interface SessionState {
  /** With its 'Bearer ' prefix; null when nobody is signed in. */
  readonly token: string | null
  readonly user: SessionUser | null
  readonly permissions: Permissions
}

export interface Session {
  readonly store: StoreApi<SessionState>
  /**
   * Takes the server's token: keeps it with its prefix, splits the permissions, remembers the user
   * name (spec 1 §4.1). False where the token can't be read; the session is then as before.
   */
  signIn(token: string): boolean
  /** Forgets the token, here and in the other tabs. */
  signOut(): void
}

const BEARER = 'Bearer '
const SIGNED_OUT: SessionState = { token: null, user: null, permissions: permissionsOf([]) }

/** Claims of a signed token. The signature is the server's business; here it is only read. */
export function readClaims(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const parsed = tokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function stateOf(stored: string | null, now: number): SessionState {
  if (!stored?.startsWith(BEARER)) return SIGNED_OUT
  const claims = readClaims(stored.slice(BEARER.length))
  if (!claims || claims.exp * 1000 <= now) return SIGNED_OUT
  return {
    token: stored,
    user: {
      id: claims.userId,
      displayName: claims.interviewerNameId,
      userName: claims.userName,
      role: claims.role,
      manager: claims.manager,
      claims,
    },
    permissions: permissionsOf(parsePermissionNumbers(claims.allowedPermissions)),
  }
}

/** The session, from what is stored; it follows what other tabs of this browser do. `now` in milliseconds. */
export function createSession(storage: AppStorage, now: () => number): Session {
  const store = createStore<SessionState>(() => stateOf(storage.get('token'), now()))
  storage.onChangeElsewhere('token', () => store.setState(stateOf(storage.get('token'), now())))
  return {
    store,
    signIn(token) {
      const next = stateOf(BEARER + token, now())
      if (!next.user) return false
      storage.set('token', BEARER + token)
      storage.set('username', next.user.userName)
      store.setState(next)
      return true
    },
    signOut() {
      storage.remove('token')
      store.setState(SIGNED_OUT)
    },
  }
}

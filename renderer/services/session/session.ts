import { createStore, type StoreApi } from 'zustand/vanilla'
import { type TokenClaims, tokenClaims } from '#shared/contract/token.ts'
import {
  type PermissionName,
  type Permissions,
  parsePermissionNumbers,
  permissionsOf,
} from '#shared/domain/permissions.ts'
import { isTokenOver, type TokenTimes, tokenTimes } from '#shared/domain/session.ts'
import type { AppStorage } from '../storage/storage.ts'

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
  /**
   * Puts a fresh token in the place of the one it was made from. False where that is no longer the
   * session's, or where the fresh one can't be read or is another person's: nothing changes then.
   */
  renew(from: string, token: string): boolean
  /** Forgets the token, here and in the other tabs. */
  signOut(): void
  /** Reads what is stored, in case another tab changed it and the news hasn't come yet. */
  sync(): void
  /** The token to call with, as another tab may just have renewed it: one that was replaced ends the sign-in. */
  present(): string | null
  /** The numbers of permissions in tokens, from now on, where a deployment has its own (spec 1 §6). */
  setPermissionTable(table: Readonly<Record<PermissionName, number>>): void
  /** Calls back when another tab changed the session, with what was and what is. */
  onChangeElsewhere(listener: (before: SessionState, after: SessionState) => void): () => void
  /** When the present token was made, came and ends; null when nobody is signed in. */
  times(): TokenTimes | null
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

type PermissionTable = Parameters<typeof permissionsOf>[1]

/** The session of a stored token. Whether it is still good is asked where a stored one is taken up. */
function stateOf(stored: string | null, table: PermissionTable): SessionState {
  if (!stored?.startsWith(BEARER)) return SIGNED_OUT
  const claims = readClaims(stored.slice(BEARER.length))
  if (!claims) return SIGNED_OUT
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
    permissions: permissionsOf(parsePermissionNumbers(claims.allowedPermissions), table),
  }
}

/** The session, from what is stored; it follows what other tabs of this browser do. `now` in milliseconds. */
export function createSession(storage: AppStorage, now: () => number): Session {
  let table: PermissionTable
  const timesOf = ({ user }: SessionState): TokenTimes | null =>
    user ? tokenTimes(user.claims, storage.get('tokenReceipt')) : null

  const readStored = (): SessionState => {
    const state = stateOf(storage.get('token'), table)
    const times = timesOf(state)
    return times && isTokenOver(times, now()) ? SIGNED_OUT : state
  }

  const store = createStore<SessionState>(readStored)
  const listeners = new Set<(before: SessionState, after: SessionState) => void>()

  const sync = () => {
    const before = store.getState()
    const token = storage.get('token')
    if (token === before.token) return
    const after = readStored()
    store.setState(after)
    for (const listener of [...listeners]) listener(before, after)
  }
  storage.onChangeElsewhere('token', sync)

  /** The receipt is stored before the token, so that other tabs find it when they hear of the token. */
  const keep = (next: SessionState, token: string) => {
    const issuedAt = next.user?.claims.iat
    if (issuedAt === undefined) storage.remove('tokenReceipt')
    else storage.set('tokenReceipt', { issuedAt, receivedAt: now() })
    storage.set('token', token)
    store.setState(next)
  }

  return {
    store,
    signIn(token) {
      const next = stateOf(BEARER + token, table)
      if (!next.user) return false
      storage.set('username', next.user.userName)
      keep(next, BEARER + token)
      return true
    },
    renew(from, token) {
      sync()
      const present = store.getState()
      const next = stateOf(BEARER + token, table)
      if (present.token !== from || !next.user || next.user.id !== present.user?.id) return false
      keep(next, BEARER + token)
      return true
    },
    signOut() {
      storage.remove('token')
      storage.remove('tokenReceipt')
      storage.remove('unsupportedTold')
      store.setState(SIGNED_OUT)
    },
    setPermissionTable(own) {
      table = own
      const { token } = store.getState()
      if (token !== null) store.setState(stateOf(token, table))
    },
    sync,
    present() {
      sync()
      return store.getState().token
    },
    onChangeElsewhere(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    times: () => timesOf(store.getState()),
  }
}

import { describe, expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { createStorage } from '../storage/storage.ts'
import { createSession, readClaims } from './session.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

function tokenWith(changes: Record<string, unknown> = {}): string {
  const claims = {
    userId: 7,
    interviewerNameId: 'Zoë Müller',
    name: 'Zoë Müller',
    userName: 'zoe',
    manager: 'Priya Shah',
    role: 'Interviewer',
    allowedPermissions: `${PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT}, 500,x,`,
    userType: 'INTERVIEWER',
    tokenType: 'OTHER',
    exp: NOW / 1000 + 60,
    ...changes,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`
}

function sessionOn(map = new Map<string, string>(), events = new EventTarget()) {
  const store = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  const storage = createStorage(store, events)
  return { session: createSession(storage, () => NOW), storage, map, events }
}

describe('session', () => {
  test("S150 a token is stored with 'Bearer ', its permissions split, the user kept, the user name remembered", () => {
    const { session, storage } = sessionOn()
    const token = tokenWith()
    expect(session.signIn(token)).toBe(true)
    expect(storage.get('token')).toBe(`Bearer ${token}`)
    expect(storage.get('username')).toBe('zoe')
    const state = session.store.getState()
    expect(state.user).toMatchObject({
      id: 7,
      displayName: 'Zoë Müller',
      role: 'Interviewer',
      manager: 'Priya Shah',
    })
    expect(state.permissions.numbers).toEqual([PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT, 500])
    expect(state.permissions.can('GENERAL_CAN_USE_TEAM_CHAT')).toBe(true)
    expect(state.permissions.can('ADMIN_CAN_SEE_MODULE')).toBe(false)
  })

  test('a call goes with the token that another tab has just got, before its news has come', () => {
    const { session, map } = sessionOn()
    session.signIn(tokenWith())
    const fresh = tokenWith({ exp: NOW / 1000 + 120 })
    map.set('fieldwork.token', JSON.stringify(`Bearer ${fresh}`))
    expect(session.store.getState().token).not.toBe(`Bearer ${fresh}`)
    expect(session.present()).toBe(`Bearer ${fresh}`)
    expect(session.store.getState().token).toBe(`Bearer ${fresh}`)
  })

  test('S102 S004 all claims of spec are read; an unknown token type reads as OTHER', () => {
    const claims = readClaims(tokenWith({ tokenType: 'SOMETHING_NEW' }))
    expect(claims).toMatchObject({
      userId: 7,
      interviewerNameId: 'Zoë Müller',
      name: 'Zoë Müller',
      userName: 'zoe',
      manager: 'Priya Shah',
      role: 'Interviewer',
      userType: 'INTERVIEWER',
      tokenType: 'OTHER',
    })
    expect(readClaims(tokenWith({ tokenType: 'COMPANION' }))?.tokenType).toBe('COMPANION')
    expect(readClaims(tokenWith({ tokenType: 'MOBILE_APP' }))?.tokenType).toBe('MOBILE_APP')
  })

  test('S150 a reload keeps the session, a token that is over for more than the tolerated hour does not', () => {
    const { session, map } = sessionOn()
    session.signIn(tokenWith())
    expect(sessionOn(map).session.store.getState().user?.userName).toBe('zoe')
    const expired = sessionOn()
    expired.storage.set('token', `Bearer ${tokenWith({ exp: NOW / 1000 - 3600 })}`)
    expect(createSession(expired.storage, () => NOW).store.getState().user).toBeNull()
  })

  test.each(['', 'a.b.c', 'Bearer', tokenWith({ userId: 'seven' })])(
    'S150 a token that cannot be read signs nobody in',
    (token) => {
      const { session, storage } = sessionOn()
      expect(session.signIn(token)).toBe(false)
      expect(session.store.getState().user).toBeNull()
      expect(storage.get('token')).toBeNull()
    },
  )

  test('S156 signing out forgets the token and follows into the other tabs', () => {
    const map = new Map<string, string>()
    const here = sessionOn(map)
    here.session.signIn(tokenWith())
    const there = sessionOn(map)
    here.session.signOut()
    expect(here.session.store.getState().token).toBeNull()
    there.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'fieldwork.token' }))
    expect(there.session.store.getState().user).toBeNull()
    expect(there.session.store.getState().permissions.numbers).toEqual([])
  })

  test('a fresh token takes the place of the one it was made from, and of no other', () => {
    const { session, storage } = sessionOn()
    session.signIn(tokenWith())
    const from = session.store.getState().token ?? ''
    const fresh = tokenWith({ exp: NOW / 1000 + 600 })
    expect(session.renew('Bearer another', fresh)).toBe(false)
    expect(session.renew(from, 'nonsense')).toBe(false)
    expect(session.renew(from, tokenWith({ userId: 8 }))).toBe(false)
    expect(storage.get('token')).toBe(from)
    expect(session.renew(from, fresh)).toBe(true)
    expect(storage.get('token')).toBe(`Bearer ${fresh}`)
  })

  test('a renewal that comes after the logout of another tab brings nobody back', () => {
    const { session, map, storage } = sessionOn()
    session.signIn(tokenWith())
    const from = session.store.getState().token ?? ''
    map.delete('fieldwork.token')
    expect(session.renew(from, tokenWith({ exp: NOW / 1000 + 600 }))).toBe(false)
    expect(storage.get('token')).toBeNull()
    expect(session.store.getState().user).toBeNull()
  })

  test.each([-3600, 3600])('a clock %i s off costs nobody their session', (off) => {
    const iat = NOW / 1000 + off
    const { session, map } = sessionOn()
    session.signIn(tokenWith({ iat, exp: iat + 900 }))
    expect(sessionOn(map).session.store.getState().user?.userName).toBe('zoe')
    expect(session.times()).toEqual({ issuedAt: iat * 1000, expiresAt: (iat + 900) * 1000, receivedAt: NOW })
  })

  test('what another tab did is told with what was and what is', () => {
    const { session, map, events } = sessionOn()
    session.signIn(tokenWith())
    const heard: [number | undefined, number | undefined][] = []
    session.onChangeElsewhere((before, after) => heard.push([before.user?.id, after.user?.id]))
    const changed = () =>
      events.dispatchEvent(Object.assign(new Event('storage'), { key: 'fieldwork.token' }))
    sessionOn(map).session.signIn(tokenWith({ userId: 8, userName: 'tom' }))
    changed()
    sessionOn(map).session.signOut()
    changed()
    expect(heard).toEqual([
      [7, 8],
      [8, undefined],
    ])
  })
})

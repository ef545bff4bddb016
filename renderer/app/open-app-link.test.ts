import { expect, test } from 'vitest'
import { linkAt, placeOf } from './open-app-link.ts'

test('a link opens the chat or a ticket, and the dashboard for whatever else it names', () => {
  expect(placeOf({ source: 'chat', sourceid: null })).toBe('/connect-plus/chat')
  expect(placeOf({ source: 'chat', sourceid: 'MANUAL:9:1204' })).toBe(
    '/connect-plus/chat?message=MANUAL:9:1204',
  )
  expect(placeOf({ source: 'chat', sourceid: 'MANUAL:9' })).toBe('/connect-plus/chat')
  expect(placeOf({ source: 'ticket', sourceid: '1209' })).toBe('/dashboard?ticket=1209')
  expect(placeOf({ source: 'ticket', sourceid: 'x&y' })).toBe('/dashboard')
  expect(placeOf({ source: null, sourceid: null })).toBe('/dashboard')
})

test('links to messages and tickets and requests of apps are kept for after sign-in, other addresses are not', () => {
  const at = (address: string) => linkAt(new URL(address, 'https://fieldwork.example'))
  expect(at('/connect-plus/chat?message=MANUAL:9:1204')).toBe('/connect-plus/chat?message=MANUAL:9:1204')
  expect(at('/dashboard?ticket=1209')).toBe('/dashboard?ticket=1209')
  expect(at('/oauth/task?client_id=app&state=s')).toBe('/oauth/task?client_id=app&state=s')
  for (const address of ['/oauth/task', '/oauth/task?code=c', '/dashboard?client_id=app'])
    expect(at(address)).toBeNull()
  for (const address of ['/dashboard', '/exit-app', '/dashboard?ticket=x', '/connect-plus/chat?message=1'])
    expect(at(address)).toBeNull()
})

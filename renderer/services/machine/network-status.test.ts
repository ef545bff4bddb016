import { expect, test } from 'vitest'
import { createNetworkStatus } from './network-status.ts'

function open(navigator: { onLine?: boolean; connection?: EventTarget & { type?: string } } = {}) {
  const page = Object.assign(new EventTarget(), { navigator: { onLine: true, ...navigator } })
  const status = createNetworkStatus(page)
  const off = status.watch()
  const tell = (name: string, detail?: unknown) => page.dispatchEvent(new CustomEvent(name, { detail }))
  return { state: () => status.store.getState(), tell, off, page }
}

test('S301 the window event WIFI_SIGNAL feeds the network status', () => {
  const at = open()
  expect(at.state()).toMatchObject({ online: true, kind: 'unknown', signal: null })
  at.tell('WIFI_SIGNAL', 87.4)
  expect(at.state()).toMatchObject({ kind: 'wifi', signal: 87 })
  at.tell('WIFI_SIGNAL', 100)
  expect(at.state()).toMatchObject({ kind: 'wifi', signal: 100 })
  at.tell('WIFI_SIGNAL', 101)
  expect(at.state()).toMatchObject({ kind: 'wired', signal: null })
  at.tell('WIFI_SIGNAL', 999)
  expect(at.state()).toMatchObject({ kind: 'none', signal: null })
  for (const nonsense of [undefined, null, 'high', '', Number.NaN, {}]) at.tell('WIFI_SIGNAL', nonsense)
  expect(at.state().kind).toBe('none')
  at.tell('WIFI_SIGNAL', '60')
  expect(at.state()).toMatchObject({ kind: 'wifi', signal: 60 })
  at.off()
  at.tell('WIFI_SIGNAL', 20)
  expect(at.state().signal).toBe(60)
})

test('S164 online, offline and the kind that the browser tells are followed', () => {
  const connection = Object.assign(new EventTarget(), { type: 'ethernet' })
  const at = open({ connection })
  expect(at.state()).toMatchObject({ online: true, kind: 'wired' })
  at.tell('offline')
  expect(at.state().online).toBe(false)
  at.tell('online')
  expect(at.state().online).toBe(true)
  connection.type = 'cellular'
  connection.dispatchEvent(new Event('change'))
  expect(at.state()).toMatchObject({ online: true, kind: 'mobile' })
})

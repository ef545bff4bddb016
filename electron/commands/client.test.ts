import { expect, test, vi } from 'vitest'
import { AppLinks } from '../services/app-links.ts'
import { clientCommands, DEVELOPER_TOOLS_CLOSED } from './client.ts'

const caller = { windowId: 7, onPageGone: () => {}, afterAnswer: () => {} }
const updates = { install: vi.fn(async () => {}) }

test('S084 the developer tools open for the window that asks, where the installation lets them', () => {
  const openDevtools = vi.fn()
  const takeLink = () => null
  expect(clientCommands({ openDevtools, updates, takeLink }).openDevtools(null, caller)).toBeNull()
  expect(openDevtools).toHaveBeenCalledExactlyOnceWith(7)
  const closed = clientCommands({ openDevtools: null, updates, takeLink })
  expect(() => closed.openDevtools(null, caller)).toThrow(DEVELOPER_TOOLS_CLOSED)
})

test('a link is kept until the page takes it, and one that is no good is dropped', () => {
  const report = vi.fn()
  const links = new AppLinks(report)
  const { takeAppLink } = clientCommands({ openDevtools: null, updates, takeLink: () => links.take() })
  expect(links.openedWith(['fieldwork.exe', '--server=https://a.example'])).toBe(false)
  expect(takeAppLink(null, caller)).toBeNull()
  expect(links.openedWith(['fieldwork.exe', 'fieldwork-app://launch?source=ticket&sourceid=12'])).toBe(true)
  expect(takeAppLink(null, caller)).toEqual({ source: 'ticket', sourceid: '12' })
  expect(takeAppLink(null, caller)).toBeNull()
  expect(links.openedWith(['FIELDWORK-APP://run?planted'])).toBe(false)
  expect(report).toHaveBeenCalledExactlyOnceWith('refused a link that opened the client')
})

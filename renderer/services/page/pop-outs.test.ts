import { expect, test, vi } from 'vitest'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { newInstanceWay, openNewInstance, openPopOut } from './pop-outs.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))

function page(availWidth = 1920, availHeight = 1040) {
  const open = vi.fn<(url: string, target: string, features?: string) => unknown>(() => ({}))
  return { open, screen: { availWidth, availHeight } }
}

test('S329 the chat opens in a window of at most 1200 by 768, always the same one', () => {
  const large = page()
  expect(openPopOut(large, 'my-team-chat')).toBe(true)
  const [url, target, features] = large.open.mock.calls[0] ?? []
  expect([url, target]).toEqual(['/my-team-chat', 'fieldwork-my-team-chat'])
  expect(features).toContain('width=1200,height=768')
  const small = page(1100, 700)
  openPopOut(small, 'my-team-chat')
  expect(small.open.mock.calls[0]?.[2]).toContain('width=1100,height=700')
  openPopOut(large, 'scratch-pad')
  expect(large.open.mock.calls[1]?.[2]).toContain('width=640,height=760')
})

test('S252 supervisors open a new instance as a 768 by 1024 popup, and in a tab with the web-app permission', () => {
  const popup = page()
  const way = newInstanceWay(holding('ISUPERVISOR_CAN_SEE_MODULE'))
  expect(way).toBe('popup')
  openNewInstance(popup, 'popup')
  expect(popup.open).toHaveBeenCalledWith('/', '_blank', expect.stringContaining('width=768,height=1024'))
  const tab = page()
  expect(newInstanceWay(holding('ISUPERVISOR_CAN_SEE_MODULE', 'CAN_USE_WEB_APP'))).toBe('tab')
  openNewInstance(tab, 'tab')
  expect(tab.open).toHaveBeenCalledWith('/', '_blank', undefined)
  expect(newInstanceWay(holding('CAN_INTERVIEW'))).toBeNull()
})

test('S329 S252 a window that is refused is told', () => {
  const blocked = page()
  blocked.open.mockReturnValue(null)
  expect([openPopOut(blocked, 'my-team-chat'), openNewInstance(blocked, 'tab')]).toEqual([false, false])
})

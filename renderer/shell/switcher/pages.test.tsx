import { expect, test, vi } from 'vitest'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { routesOf } from '#shared/domain/navigation-routes.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { bestOf } from './match.ts'
import { pageItems } from './pages.tsx'

const HR: PermissionName[] = ['HR_CAN_SEE_MODULE', 'HR_CAN_SEE_RETURN_TO_WORK', 'CAN_MAKE_CALL']

function items() {
  const go = vi.fn<(path: string) => void>()
  const openDialog = vi.fn<(name: string) => void>()
  const labelOf = ({ defaultLabel }: { defaultLabel: string }) => defaultLabel
  const permissions = permissionsOf(HR.map((name) => PERMISSIONS[name]))
  const routes = routesOf(NAVIGATION, labelOf)
  return { go, openDialog, all: pageItems({ permissions, routes, labelOf, go, openDialog }) }
}

test('S076 the search finds the pages and dialogs that the person may open, by words of their names', () => {
  const { all, go, openDialog } = items()
  expect(all.map(({ title, hint }) => [title, hint])).toEqual([
    ['Dashboard', undefined],
    ['Call', 'Connect plus'],
    ['Return to work', 'HR'],
    ['Users', 'HR'],
  ])
  bestOf(all, 'hr us')[0]?.run()
  expect(go).toHaveBeenCalledWith('/hr/users')
  bestOf(all, 'return')[0]?.run()
  expect(openDialog).toHaveBeenCalledWith('return-to-work')
  expect(bestOf(all, 'earnings')).toEqual([])
})

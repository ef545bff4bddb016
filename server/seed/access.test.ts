import { expect, test } from 'vitest'
import { homeBarOf, modulesOf, visibleItems } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import { PEOPLE } from './people.ts'
import { BUILT_IN_ROLE_OF, permissionsOfType, type UserType } from './roles.ts'

/** The modules of the menu that a kind of person sees. */
function modulesSeenBy(type: UserType): string[] {
  const permissions = permissionsOf(permissionsOfType(type).map((name) => PERMISSIONS[name]))
  return visibleItems(permissions, modulesOf(homeBarOf(permissions), NAVIGATION)).map(({ id }) => id)
}

const STAFF = ['connect', 'tracker']
const USER_TYPES = [...(Object.keys(BUILT_IN_ROLE_OF) as UserType[]), 'MANAGER'] as const

test('S005 every kind of user is in the seeded company and sees what their permissions give, no more', () => {
  expect(new Set(PEOPLE.map(({ type }) => type))).toEqual(new Set(USER_TYPES))
  const seen = Object.fromEntries(USER_TYPES.map((type) => [type, modulesSeenBy(type)]))
  expect(seen).toEqual({
    INTERVIEWER: [...STAFF, 'gamification'],
    SUPERVISOR: [...STAFF, 'supervisor', 'support', 'task'],
    MANAGER: [
      'connect',
      'interviewer-manager',
      'tracker',
      'resource',
      'supervisor',
      'support',
      'gamification',
      'task',
      'room',
    ],
    RESOURCE: [...STAFF, 'resource', 'task'],
    RECRUITER: [...STAFF, 'recruitment', 'task'],
    TRAINER: [...STAFF, 'training', 'gamification', 'task'],
    HR: [...STAFF, 'hr', 'task'],
    AGENCY: ['connect', 'agency'],
    FINANCE: [...STAFF, 'finance', 'task'],
    ADMIN: [...STAFF, 'resource', 'supervisor', 'admin', 'support', 'research', 'job-orders', 'task'],
    SUPPORT: [...STAFF, 'support', 'task'],
    RESEARCHER: [...STAFF, 'research', 'job-orders', 'task'],
    RECRUIT: ['recruitment'],
    SENSING: ['sense'],
  })
})

test('S005 without permissions nobody sees a module, whoever they are', () => {
  expect(visibleItems(permissionsOf([]), NAVIGATION)).toEqual([])
})

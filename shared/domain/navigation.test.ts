import { describe, expect, test } from 'vitest'
import {
  allows,
  badgeCount,
  collapsedIconCount,
  hasSideBar,
  homeBarOf,
  leavesOf,
  mayVisit,
  modulesOf,
  type NavigationItem,
  visibleItems,
} from './navigation.ts'
import { NAVIGATION } from './navigation-menu.ts'
import { routesOf } from './navigation-routes.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'

const holding = (...names: PermissionName[]) => permissionsOf(names.map((name) => PERMISSIONS[name]))
const EVERY_NAME = Object.keys(PERMISSIONS) as PermissionName[]

function moduleCalled(id: string): NavigationItem {
  const module = NAVIGATION.find((item) => item.id === id)
  if (!module) throw new Error(`no module ${id}`)
  return module
}

/** A module's tree in one line: 'home; bookings (pending requests*, approved requests*)', * for dialogs. */
function outline({ children }: NavigationItem): string {
  return children
    .map((child) => {
      const name = child.defaultLabel.toLowerCase() + (child.dialog ? '*' : '')
      return child.children.length === 0 ? name : `${name} (${outline(child)})`
    })
    .join(', ')
}

describe('the menu (spec 1 §2.5)', () => {
  test('S048 S049 S050 S053 S054 S055 S057 the pages of the modules from connect plus to agency', () => {
    expect(outline(moduleCalled('connect'))).toBe('whatsapp, chat, call, meeting, blogs, community board')
    expect(outline(moduleCalled('interviewer-manager'))).toBe(
      'training, live status, holiday balance, interactions',
    )
    expect(outline(moduleCalled('tracker'))).toBe(
      'home, my calendar, my earnings, my quality, my attendance, my development, my experience, ' +
        'my cati report, power report',
    )
    expect(outline(moduleCalled('supervisor'))).toBe(
      'live panel, performance, quality, resource, training, hr, users, reports, gamification quests',
    )
    expect(outline(moduleCalled('recruitment'))).toBe('home, compatibility test, interviews, users')
    expect(outline(moduleCalled('training'))).toBe('home, training sessions, training log, users')
    expect(outline(moduleCalled('agency'))).toBe(
      'home, support tickets, legacy pay stats, pay stats, calendar events, shift patterns, interviews',
    )
  })

  test('S060 S061 S064 S065 S066 S067 the pages of the modules from support to room', () => {
    const later = ['support', 'gamification', 'job-orders', 'sense', 'task', 'room']
    expect(later.map((id) => outline(moduleCalled(id)))).toEqual([
      'home, help center, system flags',
      'my experience, game management, quests management',
      'home',
      'home, settings',
      'task groups, project management, task report',
      'case management',
    ])
  })

  test('S051 S052 resource has its pages and groups, and its booking requests are dialogs', () => {
    expect(outline(moduleCalled('resource'))).toBe(
      'home, power resourcing (allocation, hypervisor), booking windows, planner, ' +
        'bookings (pending requests*, approved requests*), marketplace campaigns, ' +
        'shifts (shift requests, shift patterns), activity report, reports (project advisory), power report, ' +
        'leavers, manage areas, performance (dashboard, set up kpis), users',
    )
  })

  test('S056 HR has its pages, and return to work is a dialog', () => {
    expect(outline(moduleCalled('hr'))).toBe(
      'payroll (pending checks, pay stats), one-to-one meeting, unauthorised absence, return to work*, ' +
        'holiday balance, performance improvement, users',
    )
  })

  test('S058 S059 admin has its pages, and four of its items are dialogs', () => {
    expect(outline(moduleCalled('admin'))).toBe(
      'configuration (settings, background services, connection adaptors, agency rates, expenses rates, ' +
        'contract types, agencies, skills), logs (error log, email log), reset password*, onboarding tasks*, ' +
        'manage areas*, dangerous e-mail sender*, active users, reinstate users, pending recruitment, ' +
        'audit logs, report builder, tenant, experimentals',
    )
  })

  test('S062 research has its pages', () => {
    expect(outline(moduleCalled('research'))).toBe(
      'task report, task scheduler, projects data, project management, project hours, ' +
        'services (e-mail verification, address lookup), survey builder, power report, users',
    )
  })

  test('S063 finance has its pages', () => {
    expect(outline(moduleCalled('finance'))).toBe(
      'reports (fiscal report), expenses (my expenses, manage expenses, finance expenses)',
    )
  })

  test('S001 the modules cover every field of work', () => {
    expect(NAVIGATION.map(({ defaultLabel }) => defaultLabel)).toEqual([
      'Connect plus',
      'Interviewer manager',
      'Tracker',
      'Resource',
      'Supervisor',
      'Recruitment',
      'Training',
      'HR',
      'Agency',
      'Admin',
      'Support',
      'Gamification',
      'Research',
      'Finance',
      'Job orders',
      'Sense',
      'Task',
      'Room',
    ])
  })

  test('S068 an item carries label, icon, route, children, three kinds of permissions, badge, dialog and tour', () => {
    const routes = routesOf(NAVIGATION, (item) => item.defaultLabel)
    const seen = new Set<string>()
    const check = (item: NavigationItem) => {
      expect(item.id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)
      expect(seen.has(item.id)).toBe(false)
      seen.add(item.id)
      expect(item.labelKey).toBe(`navigation.${item.id}`)
      expect(item.defaultLabel).not.toBe('')
      expect(item.icon).not.toBe('')
      expect(item.tourID).toMatch(/^tour-/)
      for (const names of [item.all, item.any, item.revoking]) expect(names).toBeInstanceOf(Array)
      const isPage = item.children.length === 0 && !item.dialog
      expect(routes.some((route) => route.item.id === item.id)).toBe(isPage)
      item.children.forEach(check)
    }
    NAVIGATION.forEach(check)
    expect(leavesOf(NAVIGATION).flatMap(({ item }) => item.badge ?? [])).toEqual([
      'whatsapp',
      'chat',
      'newsfeed',
      'suggestions',
    ])
  })
})

describe('who sees what (spec 1 §6)', () => {
  test('S233 all required or any of the any-of, and none that revokes', () => {
    const access = {
      all: ['CAN_USE_VPN', 'CAN_USE_FAQ'],
      any: ['CAN_USE_TODO', 'CAN_USE_POLLS'],
      revoking: ['CAN_INTERVIEW'],
    } as const
    expect(allows(holding('CAN_USE_VPN', 'CAN_USE_FAQ'), access)).toBe(true)
    expect(allows(holding('CAN_USE_VPN'), access)).toBe(false)
    expect(allows(holding('CAN_USE_POLLS'), access)).toBe(true)
    expect(allows(holding('CAN_USE_POLLS', 'CAN_INTERVIEW'), access)).toBe(false)
    expect(allows(holding('CAN_USE_VPN', 'CAN_USE_FAQ', 'CAN_INTERVIEW'), access)).toBe(false)
    expect(allows(holding(), { any: ['CAN_USE_POLLS'] })).toBe(false)
    expect(allows(holding(), {})).toBe(true)
  })

  test('a group shows when a child does, and only with that', () => {
    const may = holding(
      'IRESOURCE_CAN_SEE_MODULE',
      'IRESOURCE_CAN_SEE_POWER_RESOURCING',
      'IRESOURCE_CAN_SEE_HYPERVISOR',
    )
    expect(
      outline({ ...moduleCalled('resource'), children: visibleItems(may, NAVIGATION)[0]?.children ?? [] }),
    ).toBe('home, power resourcing (hypervisor)')
    expect(visibleItems(holding(), NAVIGATION)).toEqual([])
  })

  test('S070 a restricted supervisor has most supervisor pages revoked, also with the permission for them', () => {
    const supervisor = EVERY_NAME.filter((name) => name.startsWith('ISUPERVISOR_CAN_'))
    const pages = (...more: PermissionName[]) =>
      outline({
        ...moduleCalled('supervisor'),
        children:
          visibleItems(holding(...supervisor, ...more), [moduleCalled('supervisor')])[0]?.children ?? [],
      })
    expect(pages()).toBe(outline(moduleCalled('supervisor')))
    expect(pages('ISUPERVISOR_IS_RESTRICTED')).toBe('live panel, quality, training')
  })

  test('S027 S233 whatever somebody holds, what they see is what the guard lets through', () => {
    const random = randomFrom(20_261_121)
    const leaves = leavesOf(NAVIGATION)
    for (let round = 0; round < 400; round++) {
      const share = random()
      const permissions = holding(...EVERY_NAME.filter(() => random() < share))
      const shown = leavesOf(visibleItems(permissions, modulesOf(homeBarOf(permissions), NAVIGATION)))
      for (const { item } of shown) {
        const leaf = leaves.find((one) => one.item.id === item.id)
        expect(leaf && mayVisit(permissions, leaf)).toBe(true)
      }
      const everywhere = leavesOf(visibleItems(permissions, NAVIGATION)).map(({ item }) => item.id)
      const allowed = leaves.filter((leaf) => mayVisit(permissions, leaf)).map(({ item }) => item.id)
      expect(everywhere).toEqual(allowed)
    }
  })
})

describe('the bar by permission (spec 1 §2.7)', () => {
  const barOf = (...names: PermissionName[]) => {
    const bar = homeBarOf(holding(...names))
    return [bar, modulesOf(bar, NAVIGATION).map(({ id }) => id)]
  }

  test('S087 the sensing module alone for who holds it, the standard bar for other admins', () => {
    expect(barOf('SENSE_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE')).toEqual(['sense', ['sense']])
    expect(barOf('ADMIN_CAN_SEE_MODULE', 'IAGENCY_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S088 agency people get the agency bar unless they supervise', () => {
    expect(barOf('IAGENCY_CAN_SEE_MODULE')).toEqual(['agency', ['connect', 'agency']])
    expect(barOf('IAGENCY_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S089 compatibility-test users get the recruitment bar, everybody else the standard one', () => {
    expect(barOf('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST')).toEqual([
      'recruitment',
      ['connect', 'recruitment'],
    ])
    expect(barOf()).toEqual(['standard', NAVIGATION.map(({ id }) => id)])
    expect(barOf('ITRACKER_CAN_SEE_MODULE')[0]).toBe('standard')
  })

  test('S077 only recruits who may do no more than the compatibility test have no side bar', () => {
    expect(hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'))).toBe(false)
    expect(hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST', 'ADMIN_CAN_SEE_MODULE'))).toBe(true)
    expect(
      hasSideBar(holding('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST', 'IRECRUITMENT_CAN_SEE_MODULE')),
    ).toBe(true)
    expect(hasSideBar(holding())).toBe(true)
  })
})

test('S071 the collapsed side bar holds (height − 200) / 100 icons', () => {
  expect([768, 1080, 799, 800, 200, 120].map(collapsedIconCount)).toEqual([5, 8, 5, 6, 0, 0])
})

test('S074 a parent shows what its children count', () => {
  const counts = { chat: 3, newsfeed: 0, suggestions: 2, whatsapp: 1 }
  expect(badgeCount(moduleCalled('connect'), counts)).toBe(6)
  expect(badgeCount(moduleCalled('tracker'), counts)).toBe(0)
})

/** Numbers from 0 to 1 that are the same at every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

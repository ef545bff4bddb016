import { describe, expect, test } from 'vitest'
import { pageAt, slugOf } from './navigation-routes.ts'
import { DEFAULT_LABELS, LABEL_LIMIT, resolveLabels } from './ui-labels.ts'

/** The paths under a label set by page id, and its problems. */
function routesUnder(changes: Record<string, unknown>) {
  const { labels, problems, routes } = resolveLabels({ ...DEFAULT_LABELS, ...changes })
  const pathOf = (id: string) => routes.find(({ item }) => item.id === id)?.path
  return { labels, problems, routes, pathOf }
}

test('S026 a route is /{module label}/{page label}, lower case, spaces as hyphens', () => {
  const { pathOf, problems } = routesUnder({})
  expect(problems).toEqual([])
  expect(pathOf('connect.chat')).toBe('/connect-plus/chat')
  expect(pathOf('tracker.my-cati-report')).toBe('/tracker/my-cati-report')
  expect(pathOf('resource.power-resourcing.allocation')).toBe('/resource/allocation')
  expect(pathOf('hr.one-to-one-meeting')).toBe('/hr/one-to-one-meeting')
  const own = routesUnder({
    'navigation.connect': 'Talk To Us',
    'navigation.connect.chat': 'Équipe  Leeds 2',
  })
  expect(own.pathOf('connect.chat')).toBe('/talk-to-us/équipe-leeds-2')
  expect(own.pathOf('connect.call')).toBe('/talk-to-us/call')
})

test('S026 the standard routes are unique, and dialogs have none', () => {
  const { routes } = routesUnder({})
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  expect(routes.some(({ item }) => item.dialog)).toBe(false)
})

describe('a label set with faults', () => {
  test('S026 missing, empty and wrong labels get the standard ones, and it says which', () => {
    const { labels, problems } = routesUnder({
      'navigation.tracker': undefined,
      'navigation.hr': '   ',
      'navigation.admin': 7,
      'navigation.room': null,
      unheardOf: 'x',
    })
    expect([labels['navigation.tracker'], labels['navigation.hr'], labels['navigation.admin']]).toEqual([
      'Tracker',
      'HR',
      'Admin',
    ])
    expect(labels).not.toHaveProperty('unheardOf')
    expect(problems).toEqual([
      { key: 'navigation.tracker', problem: 'missing' },
      { key: 'navigation.hr', problem: 'empty' },
      { key: 'navigation.admin', problem: 'not text' },
      { key: 'navigation.room', problem: 'missing' },
    ])
  })

  test('an empty set is the standard one, and says that all of it is missing', () => {
    const { labels, problems } = resolveLabels({})
    expect(labels).toEqual(DEFAULT_LABELS)
    expect(problems).toHaveLength(Object.keys(DEFAULT_LABELS).length)
  })

  test('HTML stays text, and its signs stay out of the route', () => {
    const html = '<img src=x onerror=alert(1)> Tracker'
    const { labels, pathOf } = routesUnder({
      'navigation.tracker': html,
      'navigation.tracker.home': '../?#%2F',
    })
    expect(labels['navigation.tracker']).toBe(html)
    expect(pathOf('tracker.home')).toBe('/img-srcx-onerroralert1-tracker/2f')
  })

  test('a very long label stays, and its route is cut', () => {
    const long = 'long name '.repeat(400)
    const { labels, problems, pathOf } = routesUnder({ 'navigation.tracker': long })
    expect(labels['navigation.tracker']).toBe(long.trim())
    expect(problems).toEqual([{ key: 'navigation.tracker', problem: 'too long' }])
    expect(pathOf('tracker.home')?.length).toBeLessThan(100)
    expect(LABEL_LIMIT).toBe(60)
  })

  test('a label of which no letter is left gets the route of its id', () => {
    const { labels, problems, pathOf } = routesUnder({
      'navigation.tracker.home': '***',
      'navigation.hr': '—',
    })
    expect(labels['navigation.tracker.home']).toBe('***')
    expect(pathOf('tracker.home')).toBe('/tracker/home')
    expect(pathOf('hr.users')).toBe('/hr/users')
    expect(problems).toContainEqual({ key: 'navigation.tracker.home', problem: 'no letters' })
  })

  test('labels that make the same route are told apart, the first in the menu keeps it', () => {
    const { problems, pathOf, routes } = routesUnder({
      'navigation.tracker.my-earnings': 'Home',
      'navigation.tracker.my-quality': ' HOME ',
    })
    expect(pathOf('tracker.home')).toBe('/tracker/home')
    expect(pathOf('tracker.my-earnings')).toBe('/tracker/home-2')
    expect(pathOf('tracker.my-quality')).toBe('/tracker/home-3')
    expect(problems).toEqual([
      { key: 'navigation.tracker.my-earnings', problem: 'taken' },
      { key: 'navigation.tracker.my-quality', problem: 'taken' },
    ])
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  })

  test('two modules of one name keep all their pages apart', () => {
    const { routes, pathOf } = routesUnder({ 'navigation.training': 'Recruitment' })
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
    expect([pathOf('recruitment.users'), pathOf('training.users')]).toEqual([
      '/recruitment/users',
      '/recruitment/users-2',
    ])
  })

  test('no label takes an address that is the server’s or opens a window of its own', () => {
    const { problems, pathOf } = routesUnder({
      'navigation.tracker': 'Public',
      'navigation.hr.users': 'Scratch pad',
    })
    expect(pathOf('tracker.home')).toBe('/tracker/home')
    expect(pathOf('hr.users')).toBe('/hr/users')
    expect(problems).toContainEqual({ key: 'navigation.hr.users', problem: 'reserved' })
  })
})

test('S026 a slug is the same for the two spellings of an accent', () => {
  expect(slugOf('Équipe')).toBe(slugOf('E\u0301quipe'))
})

test('S006 an address is a page’s in any case, coded or not, with or without slashes at its end', () => {
  const { routes, pathOf } = routesUnder({ 'navigation.tracker': 'Équipe' })
  expect(pathOf('tracker.home')).toBe('/équipe/home')
  const found = (pathname: string) => pageAt(routes, pathname)?.item.id
  for (const pathname of ['/équipe/home', '/%C3%A9quipe/home', '/ÉQUIPE/Home', '/équipe/home//']) {
    expect(found(pathname)).toBe('tracker.home')
  }
  for (const pathname of ['/équipe', '/équipe/home/x', '/%E9quipe/home', '/', '']) {
    expect(found(pathname)).toBeUndefined()
  }
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { newExport } from '#shared/contract/exports.ts'
import type { RecordGroup } from '#shared/contract/records.ts'
import { getSkill, listSkills } from '#shared/contract/skills.ts'
import { getViews } from '#shared/contract/views.ts'
import { SKILL_CATEGORIES, type SkillCategory, skillRecord } from '#shared/records/admin/skill.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import type { RecordsKind } from './index.ts'
import { RecordsPage } from './RecordsPage.tsx'
import { SKILLS, skill } from './testing/skills-kind.ts'

const COUNTS: Partial<Record<SkillCategory, number>> = { LANGUAGE: 12, METHOD: 4, DUTY: 1 }
const ALL = Object.keys(SKILL_CATEGORIES).flatMap((category) =>
  Array.from({ length: COUNTS[category as SkillCategory] ?? 0 }, (_, at) => ({
    category: category as SkillCategory,
    name: `${category} ${at + 1}`,
  })),
)
const ROWS = ALL.map(({ name, category }, at) => skill(at + 1, name, { category }))

interface Asked {
  readonly page?: number
  readonly pageSize?: number
  readonly group?: string
  readonly closed?: readonly (string | null)[]
}

/** As the server groups them: 17 skills of three categories, some of a page. */
function answered({ page = 1, pageSize = 25, group, closed = [] }: Asked) {
  const open = ROWS.filter(({ category }) => group === undefined || !closed.includes(category))
  const rows = open.slice((page - 1) * pageSize, page * pageSize)
  const groups = Object.entries(COUNTS).map(
    ([key, count]): RecordGroup => ({
      ...{ key, name: null, count, rows: rows.filter(({ category }) => category === key).length },
      before: Math.max(
        0,
        open.findIndex(({ category }) => category === key),
      ),
    }),
  )
  return {
    ...{ rows, total: ROWS.length, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    ...(group !== undefined && {
      groups: groups.filter(({ key, rows: shown }) => shown > 0 || closed.includes(key)),
      open: open.length,
    }),
  }
}

function Search() {
  return <output data-testid="search">{useLocation().search}</output>
}

function open(address = '/admin/skills', kind: RecordsKind = SKILLS) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_SKILLS']))
  server.answer(getViews, () => ({ views: [] }))
  const columns = ['name', 'category', 'people', 'isActive'].filter(
    (field) => kind.record.columns[field]?.permission === undefined,
  )
  server.answer(listSkills, (request) => ({ ...answered(request as Asked), columns }))
  server.answer(getSkill, ({ id }) => ROWS[id - 1] ?? skill(id, ''))
  renderSignedIn(
    server.services,
    <>
      <RecordsPage kind={kind} />
      <Search />
    </>,
    address,
  )
  return {
    ...server,
    user: userEvent.setup(),
    search: () => screen.getByTestId('search').textContent,
    sent: () =>
      server.made.filter(({ path }) => path === listSkills.path).map(({ request }) => request as Asked),
  }
}

const headings = () =>
  screen.getAllByRole('button', { name: /\d (skill|skills)$/ }).map((one) => ({
    text: one.textContent,
    isOpen: one.getAttribute('aria-expanded') === 'true',
  }))
const names = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select [A-Z]+ \d+$/ })
    .map((box) => box.getAttribute('aria-label'))

test('rows are grouped by a column of the toolbar, and a heading says how many match on all pages', async () => {
  const at = open('/admin/skills?size=10')
  await screen.findByRole('grid')
  await at.user.click(await screen.findByRole('button', { name: 'Group by' }))
  const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  // What has few values makes groups; names and numbers don't.
  expect(offered).toEqual(['Nothing', 'Category', 'Active'])
  await at.user.click(screen.getByRole('menuitem', { name: 'Category' }))
  await screen.findByRole('grid', { name: 'List of skills, grouped by Category' })
  expect(at.search()).toBe('?size=10&group=category')
  expect(at.sent().at(-1)).toMatchObject({ page: 1, pageSize: 10, group: 'category' })
  // All twelve, of which the page has ten.
  expect(headings()).toEqual([{ text: 'Language 12 skills', isOpen: true }])
  await at.user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(headings().map(({ text }) => text)).toContain('Duty 1 skill'))
  expect(headings().map(({ text }) => text)).toEqual([
    'Language 12 skills',
    'Method 4 skills',
    'Duty 1 skill',
  ])
  // Each heading stands above its rows, and is one by its role.
  const lines = within(screen.getByRole('grid')).getAllByRole('row').slice(1)
  expect(lines.map((line) => within(line).queryByRole('heading', { level: 2 }) !== null)).toEqual([
    ...[true, false, false, true, false, false, false, false, true, false],
  ])
  await at.user.click(screen.getByRole('button', { name: 'Grouped by Category' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Nothing' }))
  await screen.findByRole('grid', { name: 'List of skills' })
  expect(at.search()).toBe('?size=10')
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

test('a closed group leaves room for the rows of others; exports and ‘Select all’ have all of them', async () => {
  const at = open('/admin/skills?size=10&group=category&page=2')
  await at.user.click(await screen.findByRole('button', { name: 'Language 12 skills' }))
  // It was on the page before, too: its heading is on the first now.
  await waitFor(() => expect(at.search()).toBe('?size=10&group=category'))
  await waitFor(() => expect(names()[0]).toBe('Select METHOD 1'))
  expect(at.sent().at(-1)).toMatchObject({ page: 1, group: 'category', closed: ['LANGUAGE'] })
  expect(headings()[0]).toEqual({ text: 'Language 12 skills', isOpen: false })
  expect(names()).toHaveLength(5)
  expect(screen.getByText('Showing 1–5 of 5, 12 more in closed groups')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Language 12 skills' }))

  at.answer(newExport, () => new Promise(() => {}))
  await at.user.click(screen.getByRole('button', { name: 'Export' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() =>
    expect(at.made.at(-1)).toMatchObject({
      path: newExport.path,
      request: { group: 'category', type: 'CSV' },
    }),
  )
  expect(at.made.at(-1)?.request).not.toHaveProperty('closed')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select METHOD 2' }))
  await at.user.click(await screen.findByRole('button', { name: 'Select all 17' }))
  expect(await screen.findByText('17 selected')).toBeTruthy()

  await at.user.click(screen.getByRole('button', { name: 'Language 12 skills' }))
  await waitFor(() => expect(names()[0]).toBe('Select LANGUAGE 1'))
  expect(at.sent().at(-1)).not.toHaveProperty('closed')
})

test('the arrow keys go through headings and rows, and a heading is closed by Enter', async () => {
  const at = open('/admin/skills?group=category')
  const language = await screen.findByRole('button', { name: 'Language 12 skills' })
  expect(language.tabIndex).toBe(0)
  language.focus()
  await at.user.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Language')
  await at.user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(language)
  // Back in the column that one came from.
  await at.user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Language')
  await at.user.keyboard('{Control>}{Home}{/Control}{Enter}')
  await waitFor(() => expect(language.getAttribute('aria-expanded')).toBe('false'))
  await waitFor(() => expect(names()[0]).toBe('Select METHOD 1'))
  await at.user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Method 4 skills' }))
})

const SECRET: RecordsKind = {
  ...SKILLS,
  record: {
    ...skillRecord,
    columns: {
      ...skillRecord.columns,
      isActive: { kind: 'yesNo', label: 'Active', permission: 'ADMIN_CAN_SEE_AUDIT_LOG' },
    },
  },
}

test.each([
  ['isn’t there', 'salary', SKILLS],
  ['makes no groups', 'name', SKILLS],
  ['is for others', 'isActive', SECRET],
])(
  'D010 an address that groups by a column that %s opens without it, and says so',
  async (_, field, kind) => {
    const at = open(`/admin/skills?group=${field}`, kind)
    expect(await screen.findByText('Part of this link could not be used.')).toBeTruthy()
    await screen.findByRole('grid', { name: 'List of skills' })
    for (const request of at.sent()) expect(request.group).toBeUndefined()
  },
)

test('a phone has its cards under the same headings', async () => {
  const width = window.innerWidth
  window.innerWidth = 390
  try {
    const at = open('/admin/skills?group=category')
    const method = await screen.findByRole('list', { name: 'Method' })
    expect(within(method).getAllByRole('listitem')).toHaveLength(4)
    await at.user.click(screen.getByRole('button', { name: 'Method 4 skills' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Method' })).toBeNull())
    expect(headings().map(({ isOpen }) => isOpen)).toEqual([true, false, true])
  } finally {
    window.innerWidth = width
  }
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { exportFile, exportState, newExport } from '#shared/contract/exports.ts'
import { deactivateSkill, getSkill, listSkills, mergeSkills, saveSkill } from '#shared/contract/skills.ts'
import { deleteView, getViews, type SavedView, saveView } from '#shared/contract/views.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { SkillsScreen } from './index.ts'

const SKILL = {
  id: 1,
  version: 3,
  name: 'Welsh',
  category: 'LANGUAGE' as const,
  needsCertificate: false,
  expiresAfterMonths: null,
  isActive: true,
  people: 4,
  expiring: 1,
  projects: 3,
  grantedBy: null,
}
const POLISH = { ...SKILL, id: 2, name: 'Polish', people: 2 }
const COLUMNS = [
  'name',
  'category',
  'people',
  'expiring',
  'needsCertificate',
  'expiresAfterMonths',
  'isActive',
]
const CODING = { ...SKILL, id: 3, name: 'Coding', category: 'METHOD' as const }

function Search() {
  const go = useNavigate()
  return (
    <>
      <output data-testid="search">{useLocation().search}</output>
      <button type="button" onClick={() => go(-1)}>
        Go back
      </button>
    </>
  )
}

interface Options {
  readonly path?: string
  readonly total?: number
  readonly rows?: readonly (typeof SKILL | typeof CODING)[]
  readonly views?: readonly SavedView[]
  readonly columns?: readonly string[]
}

function open({
  path = '/admin/skills',
  rows = [SKILL, POLISH, CODING],
  total = rows.length,
  ...options
}: Options = {}) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_SKILLS']))
  server.answer(getViews, () => ({ views: [...(options.views ?? [])] }))
  server.answer(listSkills, ({ group }: { group?: string }) => ({
    rows: [...rows],
    total,
    isMore: false,
    ...(group !== undefined && {
      groups: [{ key: 'LANGUAGE', name: null, count: total, rows: rows.length, before: 0 }],
      open: total,
    }),
    columns: [...(options.columns ?? COLUMNS)],
    asOf: '2026-11-21T12:00:00.000Z',
  }))
  server.answer(getSkill, ({ id }) => rows.find((row) => row.id === id) ?? SKILL)
  const view = renderSignedIn(
    server.services,
    <>
      <SkillsScreen />
      <Search />
    </>,
    path,
  )
  const sent = ({ path: asked }: { path: string }) =>
    server.made.filter((call) => call.path === asked).map(({ request }) => request)
  return {
    ...server,
    ...view,
    timers,
    sent,
    user: userEvent.setup(),
    search: () => screen.getByTestId('search').textContent,
    told: () => server.services.notices.store.getState().map(({ message }) => message),
  }
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement

test('D005 the page opens with 25 rows of its own order, and says which of how many it shows', async () => {
  const at = open({ total: 60 })
  // Nothing is counted before it is there; the test's own page says where it is.
  await screen.findByRole('searchbox')
  const said = within(at.container)
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
  expect(said.join('')).toBe('/admin/skills')
  await row('Welsh')
  expect(at.sent(listSkills)).toEqual([{ page: 1, pageSize: 25, sort: [], filters: [], searchTerm: '' }])
  expect(screen.getByText('Showing 1–3 of 60')).toBeTruthy()
  const sizes = within(screen.getByRole('combobox', { name: 'Rows' })).getAllByRole('option')
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '25', '50', '100', '200', '500'])
  await at.user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(at.search()).toBe('?page=2'))
})

test('D003 the search waits for 2 characters and 300 ms, and Escape clears it', async () => {
  const at = open()
  await row('Welsh')
  const box = screen.getByRole('searchbox', { name: 'Search skills' })
  await at.user.type(box, 'w')
  act(() => at.timers.pass(300))
  expect(at.search()).toBe('')
  await at.user.type(box, 'e')
  act(() => at.timers.pass(299))
  expect(at.search()).toBe('')
  act(() => at.timers.pass(1))
  await waitFor(() => expect(at.search()).toBe('?q=we'))
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(at.search()).toBe(''))
})

test('D001 a heading sorts ascending, descending, then by the page’s own order; with Shift a second column', async () => {
  const at = open()
  await row('Welsh')
  const sort = (name: string) => screen.getByRole('button', { name: new RegExp(`^Sort by ${name}`) })
  await at.user.click(sort('People'))
  await waitFor(() => expect(at.search()).toBe('?sort=people'))
  await at.user.click(sort('People'))
  await waitFor(() => expect(at.search()).toBe('?sort=-people'))
  await at.user.keyboard('{Shift>}')
  await at.user.click(sort('Name'))
  await at.user.keyboard('{/Shift}')
  await waitFor(() => expect(at.search()).toBe('?sort=-people%2Cname'))
  expect(at.sent(listSkills).at(-1)).toMatchObject({
    sort: [
      { field: 'people', direction: 'DESC' },
      { field: 'name', direction: 'ASC' },
    ],
  })
  expect(screen.getByRole('columnheader', { name: /People/ }).getAttribute('aria-sort')).toBe('descending')
  await at.user.click(sort('Category'))
  await at.user.click(sort('Category'))
  await at.user.click(sort('Category'))
  await waitFor(() => expect(at.search()).toBe('?sort='))
})

test('D001 D004 each filter is a chip that is removed by itself, and all by ‘Clear all’', async () => {
  const at = open({ path: '/admin/skills?f=category~ANY_OF~LANGUAGE~TOOL&f=people~BETWEEN~2~' })
  await row('Welsh')
  expect(at.sent(listSkills)[0]).toMatchObject({
    filters: [
      { field: 'category', operator: 'ANY_OF', values: ['LANGUAGE', 'TOOL'] },
      { field: 'people', operator: 'BETWEEN', values: ['2', ''] },
    ],
  })
  const filters = screen.getByRole('region', { name: 'Filters' })
  expect(filters.textContent).toContain('Category Language or Tool')
  expect(filters.textContent).toContain('People from 2')
  await at.user.click(screen.getByRole('button', { name: 'Remove the filter by Category' }))
  await waitFor(() => expect(at.sent(listSkills).at(-1)).toMatchObject({ filters: [{ field: 'people' }] }))
  await at.user.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(at.sent(listSkills).at(-1)).toMatchObject({ filters: [] }))
})

test('D004 one more filter is added behind the others, and one that is changed stays in its place', async () => {
  const at = open({ path: '/admin/skills?f=category~ANY_OF~LANGUAGE~TOOL&f=people~BETWEEN~2~' })
  await row('Welsh')
  await at.user.click(screen.getByRole('button', { name: 'Add filter' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Active' }))
  const active = within(await screen.findByRole('form', { name: 'Filter by Active' }))
  await at.user.click(active.getByRole('checkbox', { name: 'No' }))
  await at.user.click(active.getByRole('button', { name: 'Apply' }))
  const asked = (categories: readonly string[]) => ({
    filters: [
      { field: 'category', operator: 'ANY_OF', values: categories },
      { field: 'people', operator: 'BETWEEN', values: ['2', ''] },
      { field: 'isActive', operator: 'IS', values: ['false'] },
    ],
  })
  await waitFor(() => expect(at.sent(listSkills).at(-1)).toMatchObject(asked(['LANGUAGE', 'TOOL'])))
  await at.user.click(screen.getByRole('button', { name: 'Category Language or Tool: change' }))
  const category = within(await screen.findByRole('form', { name: 'Filter by Category' }))
  await at.user.click(category.getByRole('checkbox', { name: 'Tool' }))
  await at.user.click(category.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(at.sent(listSkills).at(-1)).toMatchObject(asked(['LANGUAGE'])))
  // The one in the middle goes, the others stay.
  await at.user.click(screen.getByRole('button', { name: 'Remove the filter by People' }))
  await waitFor(() =>
    expect(at.sent(listSkills).at(-1)).toMatchObject({
      filters: [{ field: 'category' }, { field: 'isActive' }],
    }),
  )
})

test('a filter is made in a form of its column’s kind', async () => {
  const at = open()
  await row('Welsh')
  await at.user.click(screen.getByRole('button', { name: 'Add filter' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Name' }))
  const form = await screen.findByRole('form', { name: 'Filter by Name' })
  await at.user.type(within(form).getByRole('textbox', { name: 'Value' }), 'el')
  await at.user.click(within(form).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(at.search()).toBe('?f=name%7ECONTAINS%7Eel'))
  expect(screen.getByRole('region', { name: 'Filters' }).textContent).toContain('Name contains ‘el’')
})

test('D010 what an address says wrongly is left out, and told', async () => {
  const at = open({ path: '/admin/skills?f=salary~IS~1&f=people~BETWEEN~1~2&sort=shoe&size=7' })
  await row('Welsh')
  expect(screen.getByText('Part of this link could not be used.')).toBeTruthy()
  expect(at.sent(listSkills)[0]).toMatchObject({
    pageSize: 25,
    sort: [],
    filters: [{ field: 'people', operator: 'BETWEEN', values: ['1', '2'] }],
  })
})

test.each([
  ['f=people~BETWEEN~1~2&sort=-people', false],
  ['f=people~BETWEEN~1~2&f=salary~IS~1', true],
  ['f=people~NEARLY~1', true],
])('D010 an address with %s: that a part could not be used is told (%s)', async (asked, isTold) => {
  const at = open({ path: `/admin/skills?${asked}` })
  await row('Welsh')
  expect(screen.queryAllByText('Part of this link could not be used.')).toHaveLength(isTold ? 1 : 0)
  const filters = asked.includes('BETWEEN')
    ? [{ field: 'people', operator: 'BETWEEN', values: ['1', '2'] }]
    : []
  expect(at.sent(listSkills)[0]).toMatchObject({ filters })
})

test('D009 an address shows the same rows and record to whoever opens it', async () => {
  const at = open({ path: '/admin/skills?q=we&page=2&size=50&sort=-people&open=2' })
  await screen.findByRole('complementary', { name: 'skill' })
  await waitFor(() => expect(field('Name').value).toBe('Polish'))
  expect(at.sent(listSkills)).toEqual([
    { page: 2, pageSize: 50, sort: [{ field: 'people', direction: 'DESC' }], filters: [], searchTerm: 'we' },
  ])
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('we')
})

test('D011 Enter and a click open a record beside the list, and Escape gives the focus back to its row', async () => {
  const at = open()
  const cell = within(await row('Polish')).getByText('Polish')
  await at.user.click(within(await row('Welsh')).getByText('Welsh'))
  await waitFor(() => expect(at.search()).toBe('?open=1'))
  expect(await screen.findByRole('heading', { name: 'Welsh' })).toBeTruthy()
  expect(screen.getByRole('grid')).toBeTruthy()
  act(() => cell.focus())
  await at.user.keyboard('{Enter}')
  await waitFor(() => expect(at.search()).toBe('?open=2'))
  await at.user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await at.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(at.search()).toBe('?open=3'))
  await at.user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role=row]')?.textContent).toContain('Coding'))
  await at.user.click(screen.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(at.search()).toBe('?open=3'))
})

test('D011 a click leaves the focus in the list: Alt and arrows go to the neighbour and Escape closes from there, too', async () => {
  const at = open()
  await at.user.click(within(await row('Welsh')).getByText('Welsh'))
  await screen.findByRole('heading', { name: 'Welsh' })
  await at.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(at.search()).toBe('?open=2'))
  await at.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(at.search()).toBe('?open=1'))
  // In a field that is typed into it is the field's.
  await at.user.click(screen.getByRole('searchbox', { name: 'Search skills' }))
  await at.user.keyboard('{Escape}')
  expect(at.search()).toBe('?open=1')
  act(() => within(screen.getByRole('grid')).getByText('Polish').focus())
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(at.search()).toBe(''))
  await waitFor(() => expect(document.activeElement?.closest('[role=row]')?.textContent).toContain('Welsh'))
})

test('D014 Ctrl+A chooses the page, also from a check box, and not while somebody types', async () => {
  const at = open({ total: 45 })
  await at.user.click(within(await row('Welsh')).getByRole('checkbox'))
  const all = () => at.user.keyboard('{Control>}a{/Control}')
  await all()
  await screen.findByText('3 selected')
  await all()
  await screen.findByText('3 selected')
  await at.user.click(screen.getByRole('button', { name: 'Clear selection' }))
  await at.user.click(screen.getByRole('searchbox', { name: 'Search skills' }))
  await all()
  expect(screen.queryByText(/ selected$/)).toBeNull()
})

test('arrow keys, Home and End go from cell to cell, and one cell can be reached by Tab', async () => {
  const at = open()
  const first = within(await row('Welsh')).getByText('Welsh')
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([first])
  act(() => first.focus())
  await at.user.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement).toBe(within(await row('Polish')).getByText('Language'))
  await at.user.keyboard('{End}')
  expect(document.activeElement?.textContent).toBe('Yes')
  await at.user.keyboard('{Control>}{Home}{/Control}')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Welsh' }))
})

test('D012 a refused save keeps what was typed, says what is wrong below each field, and focuses the first', async () => {
  const at = open({ path: '/admin/skills?open=new' })
  await screen.findByRole('complementary', { name: 'New skill' })
  await at.user.type(screen.getByRole('textbox', { name: /Expires after months/ }), '121')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  const form = screen.getByRole('form', { name: 'New skill' })
  expect(within(form).getByRole('alert').textContent).toBe('3 fields need attention')
  expect(within(form).getAllByText('Please fill this in.')).toHaveLength(2)
  expect(within(form).getByText('From 1 to 120.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Name'))
  expect(at.sent(saveSkill)).toEqual([])
  await at.user.type(field('Name'), 'Urdu')
  expect(within(form).getByRole('alert').textContent).toBe('2 fields need attention')

  at.answer(saveSkill, () => {
    throw refused(
      400,
      'There was an error with your request.',
      'There is a skill of this name.',
      'record.nameTaken',
    )
  })
  await at.user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'LANGUAGE')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  // A single one keeps it from being sent, too.
  expect(within(form).getByRole('alert').textContent).toBe('1 field needs attention')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Expires after months/ }))
  expect(at.sent(saveSkill)).toEqual([])
  await at.user.clear(screen.getByRole('textbox', { name: /Expires after months/ }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(form).findByText('There is a skill of this name.')).toBeTruthy()
  expect(field('Name').value).toBe('Urdu')
  // It is kept, too, for a page that is loaded anew.
  expect(Object.values(at.services.storage.get('formDrafts') ?? {})).toEqual([
    expect.objectContaining({ name: 'Urdu', category: 'LANGUAGE' }),
  ])
})

test('D012 what the server refuses stands below its fields, the first has the focus, and what was typed stays', async () => {
  const at = open({ path: '/admin/skills?open=new' })
  at.answer(saveSkill, () => {
    throw refused(400, 'There was an error.', 'There is a skill of this name.', 'record.nameTaken', {
      category: 'No such category.',
      name: 'There is a skill of this name.',
    })
  })
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Urdu')
  await at.user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'LANGUAGE')
  await at.user.click(screen.getByRole('checkbox', { name: 'Needs a certificate' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  const form = within(screen.getByRole('form', { name: 'New skill' }))
  expect((await form.findByRole('alert')).textContent).toBe('2 fields need attention')
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  const errorOf = (element: Element) =>
    document.getElementById(element.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
  expect(errorOf(field('Name'))).toBe('There is a skill of this name.')
  expect(errorOf(screen.getByRole('combobox', { name: /Category/ }))).toBe('No such category.')
  expect(field('Name').value).toBe('Urdu')

  // To leave a field isn't to mend it; another value is, and nothing that was refused is told of it.
  await at.user.tab()
  expect(form.getByText('There is a skill of this name.')).toBeTruthy()
  await at.user.type(field('Name'), ' and Hindi')
  expect(form.queryByText('There is a skill of this name.')).toBeNull()
  expect(form.getByRole('alert').textContent).toBe('1 field needs attention')
  at.answer(saveSkill, (values) => ({ ...SKILL, ...(values as object), id: 9, version: 1 }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.search()).toBe('?open=9'))
})

test('D012 what is said of a field that the form hasn’t got is said above it', async () => {
  const at = open({ path: '/admin/skills?open=new' })
  at.answer(saveSkill, () => {
    throw refused(400, 'There was an error.', 'It is too late.', 'record.cannot', { day: 'It is too late.' })
  })
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Urdu')
  await at.user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'LANGUAGE')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  const form = within(screen.getByRole('form', { name: 'New skill' }))
  expect((await form.findByRole('alert')).textContent).toBe('It is too late.')
})

test('a new record is saved whole and stays open', async () => {
  const at = open({ path: '/admin/skills?open=new' })
  at.answer(saveSkill, (values) => ({ ...SKILL, ...(values as object), id: 9, version: 1 }))
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Urdu')
  await at.user.selectOptions(screen.getByRole('combobox', { name: /Category/ }), 'LANGUAGE')
  await at.user.click(screen.getByRole('checkbox', { name: 'Needs a certificate' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.search()).toBe('?open=9'))
  expect(at.sent(saveSkill)).toEqual([
    { name: 'Urdu', category: 'LANGUAGE', needsCertificate: true, expiresAfterMonths: null },
  ])
  expect(at.sent(listSkills)).toHaveLength(2)
})

test('D013 a save on an older version shows both values of each field that differs, to choose from', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  await at.user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await at.user.type(field('Name'), 'Cymraeg')
  at.answer(saveSkill, () => {
    throw refused(
      409,
      'There was an error with your request.',
      'Changed by Bob at 14:05. Your changes are kept below.',
      'record.changed',
    )
  })
  at.answer(getSkill, () => ({ ...SKILL, version: 4, name: 'Welsh (spoken)', needsCertificate: true }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Changed by Bob at 14:05. Your changes are kept below.')).toBeTruthy()
  expect(field('Name').value).toBe('Cymraeg')
  const theirs = await screen.findByRole('group', { name: 'Name' })
  expect(theirs.textContent).toContain('Name is ‘Welsh (spoken)’ by now.')
  await at.user.click(within(theirs).getByRole('button', { name: 'Keep mine' }))
  await at.user.click(
    within(screen.getByRole('group', { name: 'Needs a certificate' })).getByRole('button', {
      name: 'Use that',
    }),
  )
  at.answer(saveSkill, (values) => ({ ...SKILL, ...(values as object), version: 5 }) as never)
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.sent(saveSkill).at(-1)).toMatchObject({
      id: 1,
      version: 4,
      name: 'Cymraeg',
      needsCertificate: true,
    }),
  )
})

test('1 §4 a save is shown before the answer, and goes back with the reason where it is refused; what was typed stays', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  let refuse = (_: unknown) => {}
  at.answer(saveSkill, () => new Promise((_, reject) => (refuse = reject)))
  await screen.findByRole('complementary')
  await at.user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await at.user.type(field('Name'), 'Gaelic')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  // In the list, and above the form.
  expect(await row('Gaelic')).toBeTruthy()
  expect(screen.queryByRole('gridcell', { name: 'Welsh' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Gaelic' })).toBeTruthy()
  expect(screen.getByText('Saving…')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await act(async () => refuse(refused(0, 'The server cannot be reached, please check your network.')))
  expect(await row('Welsh')).toBeTruthy()
  expect(screen.queryByRole('gridcell', { name: 'Gaelic' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Welsh' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'The server cannot be reached, please check your network.',
  )
  expect(field('Name').value).toBe('Gaelic')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
})

test('saved twice quickly, the second goes after the first, on what it made, with all that was typed', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  const answers: ((row: unknown) => void)[] = []
  at.answer(saveSkill, () => new Promise((resolve) => answers.push(resolve as never)) as never)
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' A')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await at.user.type(field('Name'), 'B')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(at.sent(saveSkill)).toMatchObject([{ name: 'Welsh A', version: 3 }])
  await act(async () => answers[0]?.({ ...SKILL, name: 'Welsh A', version: 4 }))
  expect(at.sent(saveSkill)).toMatchObject([{ version: 3 }, { name: 'Welsh AB', version: 4 }])
  expect(field('Name').value).toBe('Welsh AB')
  await act(async () => answers[1]?.({ ...SKILL, name: 'Welsh AB', version: 5 }))
  expect(at.sent(saveSkill)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('a save that fails once its form is left is told, and what was typed waits in it', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  let refuse = (_: unknown) => {}
  at.answer(saveSkill, () => new Promise((_, reject) => (refuse = reject)))
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' A')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  // Nothing would be lost: nobody is asked.
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  await act(async () => refuse(refused(400, 'There was an error.', 'It is taken.', 'record.nameTaken')))
  expect(at.told()).toContain('Welsh was not saved. It is taken. What you typed is kept in its form.')
  expect(await row('Welsh')).toBeTruthy()
  await at.user.click(await row('Welsh'))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Welsh A')
})

test('the menu key, Shift+F10 or a right click opens a row’s own actions; Escape gives the focus back to its cell', async () => {
  const at = open()
  at.answer(deactivateSkill, ({ id, version }) => ({ ...SKILL, id, version: version + 1, isActive: false }))
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select Polish' }))
  const cell = screen.getByRole('gridcell', { name: 'Welsh' })
  const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  act(() => cell.focus())
  await at.user.keyboard('{Shift>}{F10}{/Shift}')
  expect(await items()).toEqual(['Open Welsh', 'Select Welsh', 'Deactivate'])
  await waitFor(() => expect(document.activeElement?.closest('[role=menu]')).toBeTruthy())
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(cell)

  // What is done to the row is done to it alone, and can be taken back.
  await at.user.keyboard('{ContextMenu}')
  await at.user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  await waitFor(() => expect(at.sent(deactivateSkill)).toEqual([{ id: 1, version: 3 }]))
  expect(screen.getByRole('checkbox', { name: 'Select Polish' })).toHaveProperty('checked', true)
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()

  await at.user.pointer({ keys: '[MouseRight]', target: screen.getByRole('gridcell', { name: 'Polish' }) })
  expect(await items()).toEqual(['Open Polish', 'Deselect Polish', 'Deactivate'])
  await at.user.click(screen.getByRole('menuitem', { name: 'Open Polish' }))
  expect(await screen.findByRole('complementary')).toBeTruthy()
  expect(at.search()).toBe('?open=2')
})

test('a changed form asks before it is left, and what was typed outlives the page', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await at.user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  await at.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  expect(ask.mock.calls[0]?.[0]).toMatchObject({
    title: 'Discard your changes?',
    yes: 'Discard',
    no: 'Keep editing',
  })
  expect(field('Name').value).toBe('Welsh!')
  const kept = at.services.storage.get('formDrafts')
  expect(Object.values(kept ?? {})).toEqual([expect.objectContaining({ name: 'Welsh!' })])
  ask.mockResolvedValueOnce(true)
  await at.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(at.services.storage.get('formDrafts')).toEqual({})
})

test('D014 what is chosen outlives paging and sorting, all matches can be chosen, and a filter ends it', async () => {
  const at = open({ total: 45 })
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select Welsh' }))
  await at.user.keyboard('{Shift>}')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select Coding' }))
  await at.user.keyboard('{/Shift}')
  await screen.findByText('3 selected')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select Polish' }))
  await screen.findByText('2 selected')
  await at.user
    .click(screen.getByRole('button', { name: 'Next page' }).closest('button') as HTMLElement)
    .catch(() => {})
  await at.user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(at.search()).toBe('?page=2'))
  await at.user.click(screen.getByRole('button', { name: 'Sort by Name' }))
  await waitFor(() => expect(at.search()).toBe('?sort=name'))
  await screen.findByText('2 selected')

  at.answer(listSkills, ({ pageSize, page }) => ({
    rows:
      pageSize === 500
        ? (page === 1 ? [1, 2, 3, 4, 5] : page === 2 ? [6] : []).map((id) => ({
            ...SKILL,
            id,
            name: `S${id}`,
          }))
        : [SKILL],
    total: 45,
    isMore: false,
    columns: COLUMNS,
    asOf: '2026-11-21T12:00:00.000Z',
  }))
  await at.user.click(screen.getByRole('button', { name: 'Select all 45' }))
  // Of a last page with a single row that one, too.
  expect(await screen.findByText('6 selected')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Add filter' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Active' }))
  const form = await screen.findByRole('form', { name: 'Filter by Active' })
  await at.user.click(within(form).getByRole('checkbox', { name: 'No' }))
  await at.user.click(within(form).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull())

  // So does a search.
  await at.user.click(await screen.findByRole('checkbox', { name: 'Select Welsh' }))
  await screen.findByText('1 selected')
  await at.user.type(screen.getByRole('searchbox', { name: 'Search skills' }), 'we')
  act(() => at.timers.pass(300))
  await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull())
})

test('D015 D016 many are changed one by one, what was refused is told with its reason, and Undo takes back what was done', async () => {
  const at = open()
  at.answer(deactivateSkill, ({ id, version, isActive = false }) => {
    if (id === 2)
      throw refused(
        409,
        'There was an error with your request.',
        'Changed by Bob at 14:05. Your changes are kept below.',
        'record.changed',
      )
    return { ...SKILL, id, version: version + 1, isActive }
  })
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select the page' }))
  await at.user.click(screen.getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('2 of 3 done')).toBeTruthy()
  expect(screen.getByText('Polish: Changed by Bob at 14:05. Your changes are kept below.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(at.sent(deactivateSkill).slice(-2)).toEqual([
      { id: 1, version: 4, isActive: true },
      { id: 3, version: 4, isActive: true },
    ]),
  )
  // All went, so there is nothing to say.
  await waitFor(() => expect(screen.queryByText(/ done$/)).toBeNull())
})

test('D015 D016 what can’t be taken back is told with its reason, and there is no way back from that', async () => {
  const at = open()
  at.answer(deactivateSkill, ({ id, version, isActive = false }) => {
    if (id === 3 && isActive)
      throw refused(409, 'There was an error with your request.', 'Somebody was quicker.', 'record.gone')
    return { ...(id === 3 ? CODING : SKILL), id, version: version + 1, isActive }
  })
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select the page' }))
  await at.user.click(screen.getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('3 of 3 done')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 of 3 done')).toBeTruthy()
  expect(screen.getByText('Coding: Somebody was quicker.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('2 of 3 done')).toBeNull()
})

test('D015 while rows are changed one by one it is told how far that is; nothing else can be begun till then', async () => {
  const at = open()
  const going: (() => void)[] = []
  at.answer(
    deactivateSkill,
    ({ id, version }) =>
      new Promise((resolve) => {
        going.push(() => resolve({ ...SKILL, id, version: version + 1, isActive: false }))
      }) as never,
  )
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select the page' }))
  const button = screen.getByRole('button', { name: 'Deactivate' }) as HTMLButtonElement
  await at.user.click(button)
  await waitFor(() => expect(going).toHaveLength(1))
  expect(button.disabled).toBe(true)
  going[0]?.()
  expect(await screen.findByText('1 of 3 done')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await waitFor(() => expect(going).toHaveLength(2))
  going[1]?.()
  expect(await screen.findByText('2 of 3 done')).toBeTruthy()
  await waitFor(() => expect(going).toHaveLength(3))
  const before = at.sent(listSkills).length
  going[2]?.()
  expect(await screen.findByText('3 of 3 done')).toBeTruthy()
  // The rows are read again, and something else can be begun.
  await waitFor(() => expect(at.sent(listSkills).length).toBe(before + 1))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo' })).disabled).toBe(false)
})

test('D016 the way back is there for 10 seconds', async () => {
  const at = open()
  at.answer(deactivateSkill, ({ id, version }) => ({ ...SKILL, id, version: version + 1, isActive: false }))
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select Welsh' }))
  await at.user.click(screen.getByRole('button', { name: 'Deactivate' }))
  await screen.findByRole('button', { name: 'Undo' })
  act(() => at.timers.pass(9_999))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  act(() => at.timers.pass(1))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('D016 the way back is there for no longer where some were refused; why they were stays', async () => {
  const at = open()
  at.answer(deactivateSkill, ({ id, version }) => {
    if (id === 2) throw refused(409, 'There was an error.', 'Somebody was quicker.', 'record.gone')
    return { ...SKILL, id, version: version + 1, isActive: false }
  })
  await row('Welsh')
  await at.user.click(screen.getByRole('checkbox', { name: 'Select the page' }))
  await at.user.click(screen.getByRole('button', { name: 'Deactivate' }))
  await screen.findByRole('button', { name: 'Undo' })
  act(() => at.timers.pass(9_999))
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  act(() => at.timers.pass(1))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(screen.getByText('Polish: Somebody was quicker.')).toBeTruthy()
})

test('D020 nothing at all, nothing that matches, and a failure are told apart', async () => {
  const none = open({ rows: [] })
  expect(await screen.findByText('No skills yet. Projects can ask for them once they are here.')).toBeTruthy()
  none.unmount()

  const hidden = open({ rows: [], path: '/admin/skills?q=zzz' })
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy()
  await hidden.user.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(hidden.sent(listSkills).at(-1)).toMatchObject({ searchTerm: '', filters: [] }))
  hidden.unmount()

  // One filter alone hides them, too.
  const filtered = open({ rows: [], path: '/admin/skills?f=isActive~IS~false' })
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy()
  expect(screen.queryByText(/^No skills yet/)).toBeNull()
  filtered.unmount()

  const failed = open()
  failed.answer(listSkills, () => {
    throw refused(503, 'Out of order')
  })
  expect(await screen.findByText('This page could not be loaded.')).toBeTruthy()
  expect(screen.getByText('Out of order')).toBeTruthy()
  const before = failed.sent(listSkills).length
  await failed.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(failed.sent(listSkills).length).toBe(before + 1))
})

const STATE = {
  columns: ['people', 'name'],
  widths: { name: 240 },
  sort: [{ field: 'people', direction: 'DESC' as const }],
  filters: [{ field: 'people', operator: 'BETWEEN' as const, values: ['1', '9'] }],
  pageSize: 50 as const,
  group: 'category',
}
const MINE: SavedView = { id: 4, name: 'Mine', state: STATE, isDefault: true, isShared: false, owner: null }

const OURS: SavedView = { ...MINE, id: 5, name: 'Ours', isDefault: false, isShared: true, owner: 'Bob' }

test('D007 the default view opens with the page, what is changed of it is told, saved or discarded', async () => {
  const at = open({
    views: [MINE, OURS],
  })
  await row('Welsh')
  expect(at.sent(listSkills)).toEqual([
    expect.objectContaining({
      ...{ pageSize: 50, sort: STATE.sort, filters: STATE.filters, group: 'category' },
    }),
  ])
  expect(screen.getByRole('heading', { level: 2, name: 'Language 3 skills' })).toBeTruthy()
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  expect(heads()).toEqual(['', 'People', 'Name'])
  expect(screen.queryByText('View changed')).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Columns' }))
  await at.user.click(await screen.findByRole('checkbox', { name: 'Needs a certificate' }))
  expect(await screen.findByText('View changed')).toBeTruthy()
  expect(heads()).toEqual(['', 'People', 'Name', 'Needs a certificate'])
  const kept = { ...MINE, state: { ...STATE, columns: ['people', 'name', 'needsCertificate'] } }
  at.answer(saveView, () => {
    at.answer(getViews, () => ({ views: [kept, OURS] }))
    return { id: 4 }
  })
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.sent(saveView)).toEqual([
      {
        page: 'admin.configuration.skills',
        view: expect.objectContaining({
          id: 4,
          name: 'Mine',
          isDefault: true,
          state: kept.state,
        }),
      },
    ]),
  )
  // It is the view as it is kept now.
  await waitFor(() => expect(at.search()).toBe('?view=4'))
  expect(screen.queryByText('View changed')).toBeNull()
  expect(heads()).toEqual(['', 'People', 'Name', 'Needs a certificate'])
  // Another grouping is a change, too, and one that can be gone back on.
  await at.user.click(screen.getByRole('button', { name: 'Grouped by Category' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Nothing' }))
  await waitFor(() => expect(at.search()).toBe('?view=4&group='))
  expect(await screen.findByText('View changed')).toBeTruthy()
  await waitFor(() =>
    expect(screen.queryByRole('heading', { level: 2, name: 'Language 3 skills' })).toBeNull(),
  )
  await at.user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(at.search()).toBe('?view=4'))
  expect(await screen.findByRole('button', { name: 'Grouped by Category' })).toBeTruthy()
  // Somebody else's can be opened and copied, not changed.
  await at.user.click(screen.getByRole('button', { name: 'Views: Mine' }))
  await at.user.click(await screen.findByRole('menuitem', { name: /Ours/ }))
  await waitFor(() => expect(at.search()).toBe('?view=5'))
  await at.user.click(screen.getByRole('button', { name: 'Sort by Name' }))
  await screen.findByText('View changed')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(at.search()).toBe('?view=5'))
  await at.user.click(screen.getByRole('button', { name: 'Views: Ours' }))
  expect(await screen.findByRole('menuitem', { name: 'The page’s own view' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /^Delete/ })).toBeNull()
  await at.user.click(screen.getByRole('menuitem', { name: /^Mine/ }))
  await waitFor(() => expect(at.search()).toBe('?view=4'))
  at.answer(deleteView, () => {
    at.answer(getViews, () => ({ views: [OURS] }))
    return { done: true }
  })
  await at.user.click(screen.getByRole('button', { name: 'Views: Mine' }))
  await at.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await waitFor(() => expect(at.search()).toBe('?view=0'))
  expect(at.sent(deleteView)).toEqual([{ id: 4 }])
  await at.user.click(await screen.findByRole('button', { name: /^Views: / }))
  expect(await screen.findByRole('menuitem', { name: /^Ours/ })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /^Mine/ })).toBeNull()
})

test('D008 a view that names a column of others opens without it, and says so', async () => {
  open({ views: [MINE], columns: ['name', 'category'] })
  await row('Welsh')
  expect(await screen.findByText('Some columns of this view are not available to you.')).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())).toEqual([
    '',
    'Name',
  ])
})

test('a column is moved by Alt and the arrow keys, and it is said', async () => {
  const at = open()
  await row('Welsh')
  await at.user.click(screen.getByRole('button', { name: 'Columns' }))
  act(() => screen.getByRole('checkbox', { name: 'Category' }).focus())
  await at.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(await screen.findByText('Category is column 1 of 5')).toBeTruthy()
  await waitFor(() => expect(at.search()).toBe('?cols=category%2Cname%2Cpeople%2Cexpiring%2CisActive'))
  await at.user.click(screen.getByRole('button', { name: 'Reset columns' }))
  await waitFor(() => expect(at.search()).toBe(''))
})

test('a heading’s edge makes its column wider by the arrow keys', async () => {
  const at = open()
  await row('Welsh')
  const edge = screen.getByRole('slider', { name: 'Width of Category' })
  const before = Number(edge.getAttribute('aria-valuenow'))
  act(() => edge.focus())
  await at.user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 20)
})

test('D017 an export has the search, filters, sort and columns that show, as Excel by key and as CSV by choice', async () => {
  const at = open({ path: '/admin/skills?q=we&sort=-name&cols=name,people&f=isActive~IS~true' })
  await row('Welsh')
  URL.createObjectURL ??= () => ''
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  at.answer(newExport, () => ({ blob: new Blob(['x']), fileName: 'Skills.xlsx' }) as never)
  await at.user.keyboard('e')
  await at.user.click(screen.getByRole('button', { name: 'Export' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(at.sent(newExport)).toHaveLength(2))
  await at.user.click(screen.getByRole('button', { name: 'Export' }))
  await at.user.click(await screen.findByRole('menuitem', { name: 'Excel' }))
  const shown = {
    page: 'admin.configuration.skills',
    searchTerm: 'we',
    sort: [{ field: 'name', direction: 'DESC' }],
    filters: [{ field: 'isActive', operator: 'IS', values: ['true'] }],
    columns: ['name', 'people'],
  }
  await waitFor(() =>
    expect(at.sent(newExport)).toEqual([
      { ...shown, type: 'Excel' },
      { ...shown, type: 'CSV' },
      { ...shown, type: 'Excel' },
    ]),
  )
})

test('D006 sums that the server made of all matches stand at the foot, whatever rows are shown', async () => {
  const at = open({ total: 60 })
  const page = {
    rows: [SKILL],
    total: 60,
    isMore: false,
    columns: [...COLUMNS],
    asOf: '2026-11-21T12:00:00.000Z',
  }
  at.answer(listSkills, () => ({ ...page, totals: { people: 321 } }))
  const sums = await screen.findByRole('row', { name: /All 60 together/ })
  expect(within(sums).getByText('321')).toBeTruthy()
})

test('D019 a file of many rows is prepared while one works on: how far it is, then fetched', async () => {
  const at = open()
  await row('Welsh')
  URL.createObjectURL ??= () => ''
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  made.mockClear()
  const answer = new Blob(['{"exportID":5,"rows":60000}'], { type: 'application/json' })
  at.answer(newExport, () => ({ blob: answer, fileName: 'export.json' }) as never)
  at.answer(exportState, () => ({ state: 'READY', done: 60_000, total: 60_000 }))
  at.answer(exportFile, () => ({ blob: new Blob(['x']), fileName: 'Skills.xlsx' }) as never)
  await at.user.keyboard('e')
  expect(await screen.findByText(/The file is ready/)).toBeTruthy()
  expect(made).not.toHaveBeenCalled()
  await at.user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(made).toHaveBeenCalledTimes(1))
  expect(at.sent(exportFile)).toEqual([{ exportID: 5 }])
})

test('a skill is merged into another active one', async () => {
  const at = open({ path: '/admin/skills?open=1' })
  at.answer(mergeSkills, () => ({ ...POLISH, version: 2 }))
  await at.user.click(await screen.findByRole('button', { name: 'Merge into…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Merge ‘Welsh’' })
  const into = within(dialog).getByRole('combobox', { name: 'Into' })
  await within(into).findByRole('option', { name: 'Polish' })
  expect(within(into).queryByRole('option', { name: 'Welsh' })).toBeNull()
  await at.user.selectOptions(into, '2')
  await at.user.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(at.sent(mergeSkills)).toEqual([{ id: 1, version: 3, into: 2 }]))
})

test('D027 on a phone the page is a list of cards, and a record fills it with ‘Back’', async () => {
  const width = window.innerWidth
  window.innerWidth = 390
  try {
    const at = open()
    const list = await screen.findByRole('list', { name: 'List of skills' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/Welsh.*Category Language.*People 4.*Expiring in 60 days 1.*Active Yes/),
      expect.stringContaining('Polish'),
      expect.stringContaining('Coding'),
    ])
    expect(screen.queryByRole('grid')).toBeNull()
    // The panel fills the screen, and has the way back instead of a cross.
    await at.user.click(within(list).getByRole('button', { name: /Welsh/ }))
    await screen.findByRole('heading', { name: 'Welsh' })
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await at.user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(at.search()).toBe(''))
    expect(screen.queryByRole('complementary')).toBeNull()
    at.unmount()

    // A card has its title and 4 fields, however many columns there are; one record is a list, none isn't.
    const wide = open({
      rows: [SKILL],
      path: '/admin/skills?cols=name,people,expiring,category,isActive,needsCertificate',
    })
    const [card] = within(await screen.findByRole('list', { name: 'List of skills' })).getAllByRole(
      'listitem',
    )
    expect(card?.textContent).toMatch(
      /Welsh.*People 4.*Expiring in 60 days 1.*Category Language.*Active Yes$/,
    )
    wide.unmount()
    open({ rows: [] })
    expect(await screen.findByText(/^No skills yet/)).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'List of skills' })).toBeNull()
  } finally {
    window.innerWidth = width
  }
})

test('a phone’s filters open as a sheet: all columns, then the form of one', async () => {
  const width = window.innerWidth
  window.innerWidth = 390
  try {
    const at = open()
    await screen.findByRole('list', { name: 'List of skills' })
    expect(screen.queryByRole('button', { name: 'Add filter' })).toBeNull()
    await at.user.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await at.user.click(sheet.getByRole('button', { name: 'Category' }))
    const form = within(sheet.getByRole('form', { name: 'Filter by Category' }))
    await at.user.click(form.getByRole('checkbox', { name: 'Duty' }))
    await at.user.click(form.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(at.search()).toBe('?f=category%7EANY_OF%7EDUTY'))
    // The columns are there again, and say what each is narrowed to.
    await at.user.click(await sheet.findByRole('button', { name: 'Active' }))
    await at.user.click(sheet.getByRole('button', { name: 'All filters' }))
    expect(sheet.getByRole('button', { name: 'Category Duty' })).toBeTruthy()
    await at.user.click(sheet.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // A chip leads to its own form, where it can be taken away.
    await at.user.click(screen.getByRole('button', { name: 'Category Duty: change' }))
    const again = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await at.user.click(again.getByRole('button', { name: 'Remove the filter by Category' }))
    await waitFor(() => expect(at.search()).toMatch(/^(\?f=)?$/))
    expect(again.getByRole('button', { name: 'Category' })).toBeTruthy()
  } finally {
    window.innerWidth = width
  }
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getSkill, listSkills } from '#shared/contract/skills.ts'
import { getViews } from '#shared/contract/views.ts'
import { createNewsFeed } from '../../services/hubs/news-feed.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { RecordsPage } from './RecordsPage.tsx'
import { SKILLS, skill } from './testing/skills-kind.ts'

async function open(address = '/admin/skills', count = 3) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_SKILLS']))
  const shown = { rows: Array.from({ length: count }, (_, at) => skill(at + 1, `Skill ${at + 1}`)) }
  let reads = 0
  server.answer(getViews, () => ({ views: [] }))
  let isDown = false
  server.answer(listSkills, () => {
    reads += 1
    if (isDown) throw refused(503, 'The server is busy.')
    return {
      ...{ rows: shown.rows, total: shown.rows.length, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
      columns: ['name', 'category', 'people', 'isActive'],
    }
  })
  let opened = 0
  server.answer(getSkill, (request) => {
    opened += 1
    const { id } = request as { id: number }
    return shown.rows.find((row) => row.id === id) ?? skill(id, '')
  })
  const news = createNewsFeed<number>()
  renderSignedIn(server.services, <RecordsPage kind={SKILLS} news={news} />, address)
  await screen.findByRole('row', { name: /Skill 1\b/ })
  const names = () =>
    within(screen.getByRole('grid'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)
  return {
    ...{ timers, news, shown, names, user: userEvent.setup(), reads: () => reads, opened: () => opened },
    /** Somebody else changed that record. */
    tell: (id: number | null = 1) => act(async () => void (id === null ? news.missed() : news.tell(id))),
    pass: (ms: number) => act(async () => timers.pass(ms)),
    setDown: (next: boolean) => {
      isDown = next
    },
  }
}

test('D021 a change by somebody else appears without a reload; scroll position, selection, focus, open panel and typed text stay', async () => {
  const page = await open('/admin/skills?open=1', 4)
  const panel = within(await screen.findByRole('complementary'))
  const field = await panel.findByRole('textbox', { name: /^Name/ })
  await page.user.click(screen.getByRole('checkbox', { name: /Skill 2/ }))
  await page.user.type(field, ' and more')
  const grid = screen.getByRole('grid')
  grid.scrollTop = 37
  page.shown.rows = page.shown.rows.map((row) => (row.id === 3 ? { ...row, name: 'Welsh', people: 9 } : row))
  const before = page.reads()
  // Two changes within a second are read once.
  await page.tell(3)
  await page.pass(500)
  await page.tell(3)
  expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Skill 3', 'Skill 4'])
  await page.pass(499)
  expect(page.reads()).toBe(before)
  await page.pass(1)
  await waitFor(() => expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Welsh', 'Skill 4']))
  expect(page.reads()).toBe(before + 1)

  expect(screen.getByRole('grid')).toBe(grid)
  expect(grid.scrollTop).toBe(37)
  expect(screen.getByRole('checkbox', { name: /Skill 2/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('checkbox', { name: /Welsh/ })).toHaveProperty('checked', false)
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', 'Skill 1 and more')
  expect(screen.getByRole('complementary')).toBeDefined()

  // The changed cells alone are marked, for 2 seconds.
  const marked = () => [...grid.querySelectorAll('[data-marked]')].map(({ textContent }) => textContent)
  expect(marked()).toEqual(['Welsh', '9'])
  await page.pass(1999)
  expect(marked()).toHaveLength(2)
  await page.pass(1)
  expect(marked()).toEqual([])

  // A change of the very record that is being typed into leaves what was typed.
  page.shown.rows = page.shown.rows.map((row) =>
    row.id === 1 ? { ...row, name: 'Theirs', version: 2 } : row,
  )
  await page.tell(1)
  await page.pass(1000)
  await waitFor(() => expect(page.names()[0]).toBe('Theirs'))
  expect(field).toHaveProperty('value', 'Skill 1 and more')
  expect(document.activeElement).toBe(field)
})

test('D021 D022 a row that comes while nobody is at the rows is simply there, and after a lost connection what was missed', async () => {
  const page = await open()
  const search = screen.getByRole('searchbox')
  await page.user.type(search, 'W')
  page.shown.rows = [skill(9, 'First'), ...page.shown.rows]
  await page.tell(9)
  await page.pass(1000)
  await waitFor(() => expect(page.names()[0]).toBe('First'))
  expect(search).toHaveProperty('value', 'W')
  expect(document.activeElement).toBe(search)
  page.shown.rows = page.shown.rows.slice(2)
  await page.tell(null)
  await page.pass(1000)
  await waitFor(() => expect(page.names()).toEqual(['Skill 2', 'Skill 3']))
  expect(screen.queryByText(/changes?$/)).toBeNull()
  // What was shown at once isn't counted among what waits later.
  const pointer = pointAtRows()
  page.shown.rows = page.shown.rows.toReversed()
  await page.tell(3)
  await page.pass(1000)
  expect(await screen.findByText('1 change')).toBeDefined()
  expect(page.names()).toEqual(['Skill 2', 'Skill 3'])
  // The pointer went, and with the next change nothing waits any more.
  pointer.leave()
  await page.tell(3)
  await page.pass(1000)
  await waitFor(() => expect(page.names()).toEqual(['Skill 3', 'Skill 2']))
  expect(screen.queryByText(/changes?$/)).toBeNull()
})

test('D021 an open record that somebody else changes shows that, unless something was typed; another’s change doesn’t read it', async () => {
  const page = await open('/admin/skills?open=1')
  const panel = within(await screen.findByRole('complementary'))
  const name = () => panel.findByRole('textbox', { name: /^Name/ })
  await name()
  const change = (to: string, version: number) => {
    page.shown.rows = page.shown.rows.map((row) => (row.id === 1 ? { ...row, name: to, version } : row))
  }
  const before = page.opened()
  change('Welsh', 2)
  await page.tell(1)
  await waitFor(() => expect(page.opened()).toBe(before + 1))
  await page.tell(2)
  await page.pass(1000)
  await waitFor(() => expect(page.names()[0]).toBe('Welsh'))
  expect(page.opened()).toBe(before + 1)
  // After a lost connection any record may have changed.
  await page.tell(null)
  await waitFor(() => expect(page.opened()).toBe(before + 2))
  await page.user.type(await name(), ' and more')
  await page.tell(1)
  await page.pass(1000)
  expect(page.opened()).toBe(before + 2)
})

/** The pointer is over the rows: this window has none. */
function pointAtRows(): { leave: () => void } {
  const content = screen.getByRole('grid').parentElement as HTMLElement
  const real = content.matches.bind(content)
  let isOver = true
  Object.assign(content, {
    matches: (selector: string) => (selector === ':hover' ? isOver : real(selector)),
  })
  return {
    leave: () => {
      isOver = false
    },
  }
}

test.each(['pointer', 'focus'] as const)(
  'D022 rows don’t move while the %s is at them: ‘{n} changes’ is offered, and applies them',
  async (what) => {
    const page = await open()
    const over = what === 'pointer' ? pointAtRows() : null
    if (what === 'focus') screen.getByRole('checkbox', { name: /Skill 2/ }).focus()
    const focused = document.activeElement
    page.shown.rows = [skill(3, 'Skill 3', { people: 5 }), skill(2, 'Skill 2'), skill(1, 'Skill 1')]
    await page.tell(3)
    await page.pass(1000)
    expect(await screen.findByText('1 change')).toBeDefined()
    // They stand where they stood, with what is new of them.
    expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Skill 3'])
    expect(screen.getByRole('row', { name: /Skill 3/ }).textContent).toContain('5')
    expect(document.activeElement).toBe(focused)
    page.shown.rows = [skill(4, 'New'), ...page.shown.rows.slice(0, 2)]
    await page.tell(4)
    await page.tell(1)
    await page.pass(1000)
    expect(await screen.findByText('3 changes')).toBeDefined()
    expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Skill 3'])
    over?.leave()
    await page.user.click(screen.getByRole('button', { name: 'Show' }))
    expect(page.names()).toEqual(['New', 'Skill 3', 'Skill 2'])
    expect(screen.queryByText(/changes?$/)).toBeNull()
    // It counts anew.
    if (what === 'focus') screen.getByRole('checkbox', { name: /New/ }).focus()
    else pointAtRows()
    page.shown.rows = page.shown.rows.toReversed()
    await page.tell(2)
    await page.pass(1000)
    expect(await screen.findByText('1 change')).toBeDefined()
  },
)

test('D022 what moves nothing is shown at once, also under the pointer', async () => {
  const page = await open()
  pointAtRows()
  page.shown.rows = page.shown.rows.map((row) => (row.id === 2 ? { ...row, people: 7 } : row))
  await page.tell(2)
  await page.pass(1000)
  await waitFor(() => expect(screen.getByRole('row', { name: /Skill 2/ }).textContent).toContain('7'))
  expect(screen.queryByText('1 change')).toBeNull()
})

test('D022 what waits for one filter isn’t offered for another', async () => {
  const page = await open()
  pointAtRows()
  page.shown.rows = page.shown.rows.toReversed()
  await page.tell(2)
  await page.pass(1000)
  expect(await screen.findByText('1 change')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: /Sort by Name/ }))
  await waitFor(() => expect(page.names()).toEqual(['Skill 3', 'Skill 2', 'Skill 1']))
  expect(screen.queryByText('1 change')).toBeNull()
})

test('4 §1.7 offline, or where the rows can’t be read again, they stay, with the moment that they are of', async () => {
  const page = await open()
  const said = () => screen.queryByText(/^As of/)?.textContent ?? null
  expect(said()).toBeNull()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(said()).toMatch(/^As of .*13:00/)
  expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Skill 3'])
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(said()).toBeNull())
  page.setDown(true)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(said()).toMatch(/^As of .*13:00/))
  expect(page.names()).toEqual(['Skill 1', 'Skill 2', 'Skill 3'])
  page.setDown(false)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(said()).toBeNull())
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type DaySummary,
  getGridSetting,
  resetGridSetting,
  type SummaryGrid,
  saveGridSetting,
  summaryGrid,
  today,
} from '#shared/contract/summary.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { layoutOf } from '#shared/domain/summary-grid.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { SessionSummaryDialog } from './SessionSummaryDialog.tsx'

const ALL: PermissionName[] = [
  'DIAGNOSTICS_CAN_SEE_APP_USAGE',
  'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
  'ISUPERVISOR_CAN_ACTION_LIVE_QC',
  'SUPPORT_HELP_CENTER',
  'CALENDAR_CAN_USE_TASK_SCHEDULER',
]
const GRID: SummaryGrid = {
  ...layoutOf([
    ['Holiday', 'Calendar', 'Calendar', 'AppHistory'],
    ['Holiday', 'Calendar', 'Calendar', 'ActivityHistory'],
    ['QCSummary', 'TicketSummary', 'TicketSummary', 'TaskSummary'],
  ]),
  enable: true,
}
const time = '2026-11-21T09:30:00.000Z'
const DAY: DaySummary = {
  holiday: [],
  calendar: [{ title: 'Briefing', from: time, to: '2026-11-21T10:00:00.000Z', isAllDay: false }],
  appHistory: [{ app: 'Chat', entryTime: time }],
  activityHistory: [{ activity: 'SIGNED IN', time }],
  qc: [{ title: 'Wave 3', status: 'Passed' }],
  tickets: [{ title: 'Headset', status: 'Open' }],
  tasks: [{ id: 41, title: 'Quotas', status: 'To do' }],
}

function open({ grid = GRID, showExit = true, permissions = ALL, fails = false, opened = true } = {}) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(getGridSetting, () => {
    if (fails) throw refused(500, 'No.')
    return grid
  })
  server.answer(today, () => DAY)
  const close = vi.fn()
  const view = renderSignedIn(
    server.services,
    <SessionSummaryDialog opened={opened} onClose={close} params={{ showExit }} />,
  )
  return { ...server, ...view, close, user: userEvent.setup() }
}

test('W080 the columns, rows and areas of the server’s grid are those that show', async () => {
  const areas = '"Calendar Holiday" "Calendar ."'
  const tracks = { gridTemplateColumns: '1fr 2fr', gridTemplateRows: 'auto 72px' }
  open({ grid: { ...tracks, gridArea: areas, enable: true } })
  await screen.findByText("Today's summary")
  const widgets = await screen.findAllByRole('region')
  expect(widgets.map((one) => one.getAttribute('aria-label'))).toEqual(['Holiday', 'Calendar'])
  const style = widgets[0]?.parentElement?.style
  expect([style?.gridTemplateColumns, style?.gridTemplateRows]).toEqual(['1fr 2fr', 'auto 72px'])
  expect(style?.gridTemplateAreas).toBe(areas)
})

test('S086 W005 W019 W020 W080 W169 the summary of at most 900px shows the widgets in the grid of the server', async () => {
  const at = open()
  // Whether there is one isn't known before the server has said so.
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText("Today's summary")
  const widgets = await screen.findAllByRole('region')
  expect(widgets.map((one) => [one.getAttribute('aria-label'), one.style.gridArea.split(' ')[0]])).toEqual([
    ['Holiday', 'Holiday'],
    ['Calendar', 'Calendar'],
    ['App usage', 'AppHistory'],
    ['Activity', 'ActivityHistory'],
    ['Quality checks', 'QCSummary'],
    ['Tickets', 'TicketSummary'],
    ['Tasks', 'TaskSummary'],
  ])
  // Each scrolls by itself, so each can have the focus.
  expect(widgets.every(({ tabIndex }) => tabIndex === 0)).toBe(true)
  await screen.findByText('Headset')
  const words = widgets.map((one) => one.textContent)
  expect(words[0]).toContain('No holiday today.')
  for (const [place, word] of ['', 'Briefing', 'Chat', 'Signed in', 'Wave 3', 'Headset', 'Quotas'].entries())
    expect(words[place]).toContain(word)
  const modal = screen.getByRole('dialog').closest<HTMLElement>('.mantine-Modal-root')
  expect(modal?.style.getPropertyValue('--modal-size')).toBe('calc(56.25rem * var(--mantine-scale))')
  expect(Object.keys(summaryGrid.shape)).toEqual([
    'gridTemplateColumns',
    'gridTemplateRows',
    'gridArea',
    'enable',
  ])
  expect(at.made[0]).toEqual({ path: '/api/logout/summary/get-grid-setting', request: undefined })
})

test('W005 a task of the summary opens by its line, and what has no task leads nowhere', async () => {
  const at = open()
  await at.user.click(await screen.findByRole('button', { name: 'Quotas' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'tasks', params: { taskID: 41 } }])
  expect(screen.queryByRole('button', { name: 'Headset' })).toBeNull()
})

test("W014 W005 'Confirm Logout' leads to /exit-app, and is there only with showExit", async () => {
  const at = open()
  const confirm = await screen.findByRole('button', { name: 'Confirm Logout' })
  expect(screen.getByRole('button', { name: 'Stay logged in' })).toBeDefined()
  await at.user.click(confirm)
  expect(at.place()).toBe('/exit-app')
  expect(at.close).toHaveBeenCalled()
  at.unmount()
  const other = open({ showExit: false })
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: 'Confirm Logout' })).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Stay logged in' })).toBeNull()
  other.unmount()
})

test('W022 W005 a summary that is not enabled, or not to be had, keeps nobody', async () => {
  const cases = [
    { showExit: true, fails: false, place: '/exit-app' },
    { showExit: false, fails: false, place: '/dashboard' },
    { showExit: true, fails: true, place: '/exit-app' },
  ]
  for (const { place, ...options } of cases) {
    const at = open({ ...options, grid: { ...GRID, enable: false } })
    await waitFor(() => expect(at.close).toHaveBeenCalled())
    await waitFor(() => expect(at.place()).toBe(place))
    expect(screen.queryByRole('dialog')).toBeNull()
    at.unmount()
  }
})

test('W022 one that is enabled keeps its person, also while it is asked for, and one that is not open sends nobody away', async () => {
  const at = open()
  expect(at.close).not.toHaveBeenCalled()
  await screen.findByRole('dialog')
  expect(at.close).not.toHaveBeenCalled()
  expect(at.place()).toBe('/dashboard')
  at.unmount()
  const closed = open({ opened: false, grid: { ...GRID, enable: false } })
  await act(async () => {})
  expect(closed.made).toEqual([])
  expect(closed.close).not.toHaveBeenCalled()
  expect(closed.place()).toBe('/dashboard')
})

test('W005 W020 W115 W150 W152 W153 W154 W155 widgets need their permissions, and a layout that is none gives way to the usual', async () => {
  const at = open({ permissions: ['SUPPORT_HELP_CENTER'], grid: { ...GRID, gridArea: 'nonsense' } })
  const names = async () =>
    (await screen.findAllByRole('region')).map((one) => one.getAttribute('aria-label'))
  expect(await names()).toEqual(['Holiday', 'Calendar', 'Tickets'])
  at.unmount()
  open({ permissions: [] })
  expect(await names()).toEqual(['Holiday', 'Calendar'])
})

test("W021 holding Ctrl shows 'Customize grid layout', which opens the Grid Layout modal, as does Ctrl+Enter", async () => {
  const at = open()
  await screen.findByText("Today's summary")
  const customize = () => screen.queryByRole('button', { name: 'Customize grid layout' })
  expect(customize()).toBeNull()
  await at.user.keyboard('{Control>}')
  expect(customize()).not.toBeNull()
  await at.user.keyboard('{/Control}')
  expect(customize()).toBeNull()
  await at.user.keyboard('{Control>}')
  const button = customize()
  if (button) await at.user.click(button)
  await at.user.keyboard('{/Control}')
  expect(await screen.findByText('Grid Layout')).toBeDefined()
  // There is nothing more to open while it is.
  await at.user.keyboard('{Control>}')
  expect(customize()).toBeNull()
  await at.user.keyboard('{/Control}')
  const cancel = screen.getAllByRole('button', { name: 'Cancel' }).at(-1)
  if (cancel) await at.user.click(cancel)
  await waitFor(() => expect(screen.queryByText('Grid Layout')).toBeNull())
  await at.user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Grid Layout')).toBeDefined()
  expect(at.place()).toBe('/dashboard')
})

test('W247 where a layout can’t be read, the form begins with 4 columns by 3 rows', async () => {
  const at = open({ grid: { ...GRID, gridArea: 'nothing of the kind' } })
  await screen.findByText("Today's summary")
  await at.user.keyboard('{Control>}{Enter}{/Control}')
  const chosen = async (name: string) =>
    (await screen.findByRole<HTMLSelectElement>('combobox', { name })).value
  expect([await chosen('Columns'), await chosen('Rows')]).toEqual(['4', '3'])
  expect(screen.getAllByRole('combobox', { name: /^Row \d, column \d$/ })).toHaveLength(12)
})

test('W115 W131 W132 W133 W170 W171 W248 a layout of 1 to 6 columns and rows is saved, or reset to default', async () => {
  const at = open({ grid: { ...GRID, ...layoutOf([['Holiday', 'Calendar']]) } })
  at.answer(saveGridSetting, () => ({ done: true }))
  at.answer(resetGridSetting, () => ({ done: true }))
  await screen.findByText("Today's summary")
  await at.user.keyboard('{Control>}{Enter}{/Control}')
  const columns = await screen.findByRole('combobox', { name: 'Columns' })
  for (const size of [columns, screen.getByRole('combobox', { name: 'Rows' })])
    expect([...size.querySelectorAll('option')].map(({ value }) => value).join(' ')).toBe('1 2 3 4 5 6')
  const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value
  expect([chosen('Columns'), chosen('Rows')]).toEqual(['2', '1'])
  const box = (column: number) =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: `Row 1, column ${column}` })
  const read = () => at.made.filter(({ path }) => path === getGridSetting.path).length
  const save = () => at.user.click(screen.getByRole('button', { name: 'Save' }))
  await at.user.selectOptions(columns, '3')
  expect(box(3).selectedOptions[0]?.textContent).toBe('Not assigned')
  await save()
  expect(screen.getByText('Please select all boxes')).toBeDefined()
  for (const column of [1, 2]) await at.user.selectOptions(box(column), '')
  await save()
  expect(screen.getByText('Please select layout')).toBeDefined()
  await at.user.selectOptions(box(1), 'Tickets')
  await at.user.selectOptions(box(2), 'Tasks')
  await at.user.selectOptions(box(3), 'Tickets')
  await save()
  expect(screen.getByText('The boxes of a widget have to form one rectangle.')).toBeDefined()
  await at.user.selectOptions(box(3), 'Tasks')
  at.answer(saveGridSetting, () => {
    throw refused(503, 'The disk is full.')
  })
  await save()
  expect(await screen.findByText('The disk is full.')).toBeDefined()
  at.answer(saveGridSetting, () => ({ done: true }))
  const before = read()
  await save()
  await waitFor(() => expect(screen.queryByText('Grid Layout')).toBeNull())
  await waitFor(() => expect(read()).toBe(before + 1))
  const { enable: _enable, ...layout } = {
    ...GRID,
    ...layoutOf([['TicketSummary', 'TaskSummary', 'TaskSummary']]),
  }
  expect(at.made).toContainEqual({ path: '/api/logout/summary/save-grid-setting', request: layout })
  await at.user.keyboard('{Control>}{Enter}{/Control}')
  await at.user.click(await screen.findByRole('button', { name: 'Reset to default' }))
  await waitFor(() => expect(screen.queryByText('Grid Layout')).toBeNull())
  expect(at.made).toContainEqual({ path: '/api/logout/summary/reset-grid-setting', request: undefined })
})

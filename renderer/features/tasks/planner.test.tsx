import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeTasks, deleteTask, listTasks, restoreTask, updateTask } from '#shared/contract/tasks.ts'
import { refused } from '../../testing/fake-services.ts'
import { isOff, NOW, openPlanner, PLANNER, rowWith, taskWith, typedIn } from './testing/open-planner.tsx'

const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const dialog = () => screen.findByRole('dialog', { name: 'Tasks' })

test('my day lists what is open for today, in groups by when it is due', async () => {
  const at = openPlanner()
  at.shown.rows = [
    rowWith({ id: 1, taskName: 'Late', dueDate: iso(NOW - 1) }),
    rowWith({ id: 2, taskName: 'For today' }),
    rowWith({ id: 3, taskName: 'For later', dueDate: iso(NOW + 3 * DAY), openBlockers: 2 }),
  ]
  await at.open({ tab: 'day' })
  expect(within(await screen.findByRole('region', { name: 'Overdue' })).getByText('Late')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Due today' })).getByText('For today')).toBeDefined()
  const later = within(screen.getByRole('region', { name: 'Due later' }))
  expect(later.getByText('For later')).toBeDefined()
  expect(later.getByText('Blocked')).toBeDefined()
  expect(at.callsOf('/tasks/list')[0]).toMatchObject({
    view: 'MY_DAY',
    filters: [{ field: 'isOpen', values: ['yes'] }],
  })
})

test('my week on a phone begins at today, not at its Monday', async () => {
  const at = openPlanner()
  at.shown.week = [rowWith()]
  at.shown.rows = []
  // A column is as wide as what shows of the board.
  const place = (left: number, width: number) => ({ left, width }) as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const column = this.closest('[data-column]')
    return column
      ? place([...(column.parentElement?.children ?? [])].indexOf(column) * 300, 290)
      : place(0, 290)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await at.open({ tab: 'week' })
  const today = await screen.findByRole('region', { name: /^Sat.*, 1$/ })
  expect(today.parentElement?.scrollLeft).toBe(1500)
})

test('a task is finished by its button or the key C, at once, and taken back with Ctrl+Z', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  const name = await screen.findByRole('button', { name: /^Check the quota/ })
  name.focus()
  await user.keyboard('c')
  expect(await screen.findByText('Check the quota finished')).toBeDefined()
  expect(at.callsOf('/tasks/change')).toEqual([
    { changes: [{ taskID: 41, version: 3, set: { status: 'Done' } }] },
  ])
  screen.getByRole('button', { name: /^Check the quota/ }).focus()
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Undone')
  expect(at.callsOf('/tasks/change')[1]).toEqual({
    changes: [{ taskID: 41, version: 4, set: { status: 'To do' } }],
  })
})

test('changes that come faster than the list is read again are not taken for somebody else’s', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  let version = 3
  at.answer(changeTasks, ({ changes }: { changes: { taskID: number; set: object }[] }) => {
    version += 1
    return {
      results: changes.map(({ taskID }) => ({ taskID, done: true, version, undo: { status: 'To do' } })),
    }
  })
  await at.open({ tab: 'day' })
  // The list stays as it was first read: version 3.
  for (const said of ['Check the quota finished', 'Undone', 'Check the quota finished']) {
    const name = await screen.findByRole('button', { name: /^Check the quota/ })
    name.focus()
    await user.keyboard(said === 'Undone' ? '{Control>}z{/Control}' : 'c')
    await screen.findByText(said)
  }
  const versions = at
    .callsOf('/tasks/change')
    .map(({ changes }) => (changes as { version: number }[])[0]?.version)
  expect(versions).toEqual([3, 4, 5])
})

test('several are selected, with Shift a range, and changed at once; what was refused says why', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.rows = ['one', 'two', 'three'].map((taskName, id) => rowWith({ id: id + 1, taskName }))
  at.answer(changeTasks, () => ({
    results: [
      { taskID: 1, done: true, version: 4, undo: { priority: 'MEDIUM' } },
      { taskID: 2, done: true, version: 4, undo: { priority: 'MEDIUM' } },
      { taskID: 3, done: false, value: 'There is no such task.' },
    ],
  }))
  await at.open({ tab: 'day' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select one' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select three' }))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Set priority' }))
  await user.click(await screen.findByRole('menuitem', { name: 'High' }))
  expect(await screen.findByText(/2 of 3 done/)).toBeDefined()
  expect(screen.getByText('three: There is no such task.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  expect(at.callsOf('/tasks/change')[0]).toMatchObject({
    changes: [1, 2, 3].map((taskID) => ({ taskID, set: { priority: 'HIGH' } })),
  })
})

test('more than the server takes at once are changed in several goes, and taken back together', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.rows = Array.from({ length: 201 }, (_, place) => rowWith({ id: place + 1, taskName: `t${place}` }))
  await at.open({ tab: 'day' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select t0' }))
  await user.click(screen.getByRole('button', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Set priority' }))
  await user.click(await screen.findByRole('menuitem', { name: 'High' }))
  await screen.findByText('201 tasks changed')
  const sizes = () => at.callsOf('/tasks/change').map(({ changes }) => (changes as object[]).length)
  expect(sizes()).toEqual([200, 1])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(sizes()).toEqual([200, 1, 200, 1])
})

test('a deleted task can be brought back, by its key, its menu and its panel, for who may delete', async () => {
  const at = openPlanner([...PLANNER, 'CALENDAR_CAN_DELETE_TASK'])
  const user = userEvent.setup()
  const gone = new Set<number>()
  const all = ['one', 'two'].map((taskName, place) => rowWith({ id: place + 1, taskName }))
  at.answer(deleteTask, ({ taskID }: { taskID: number }) => {
    gone.add(taskID)
    return { done: true }
  })
  at.answer(restoreTask, ({ taskID }: { taskID: number }) => {
    gone.delete(taskID)
    return { done: true }
  })
  at.answer(listTasks, () => {
    const rows = all.filter(({ id }) => !gone.has(id))
    return { rows, total: rows.length, totals: { requiredHours: 0, overdue: 0 }, asOf: iso(NOW) }
  })
  await at.open({ tab: 'day' })
  const line = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name} `) })
  await waitFor(() => expect(line('one')).not.toBeNull())
  line('one')?.focus()
  await user.keyboard('{Delete}')
  await screen.findByText('one deleted')
  await waitFor(() => expect(line('one')).toBeNull())
  // The next line has the focus, so that the keys go on.
  await waitFor(() => expect(document.activeElement).toBe(line('two')))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(line('one')).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions for two' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('two deleted')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(line('two')).not.toBeNull())
  await user.click(line('one') as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Delete task' }))
  await screen.findByText('Check the quota deleted')
  expect(at.callsOf('/tasks/restore')).toEqual([{ taskID: 1 }, { taskID: 2 }])
})

test('a refused deletion says why, and whoever may not delete has no way to', async () => {
  const at = openPlanner([...PLANNER, 'CALENDAR_CAN_DELETE_TASK'])
  const user = userEvent.setup()
  at.answer(deleteTask, () => {
    throw refused(400, 'There is no such task.')
  })
  await at.open({ tab: 'day' })
  ;(await screen.findByRole('button', { name: /^Check the quota/ })).focus()
  await user.keyboard('{Delete}')
  await screen.findByText('There is no such task.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  at.unmount()
  const other = openPlanner()
  await other.open({ tab: 'day' })
  ;(await screen.findByRole('button', { name: /^Check the quota/ })).focus()
  await user.keyboard('{Delete}')
  await user.click(screen.getByRole('button', { name: /^Actions for/ }))
  await screen.findByRole('menuitem', { name: 'Open Check the quota' })
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  expect(other.callsOf('/tasks/delete')).toEqual([])
})

test('the server sorts, by the group first, so that a group comes together over pages', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Group by' }), 'By project')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Longest first')
  await waitFor(() =>
    expect(at.callsOf('/tasks/list').at(-1)?.sort).toEqual([
      { field: 'projectName', direction: 'asc' },
      { field: 'requiredHours', direction: 'desc' },
    ]),
  )
})

test('on the week’s board a task is taken up, moved and put down by keyboard, and each step is said', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.week = [rowWith()]
  at.shown.rows = []
  await at.open({ tab: 'week' })
  const card = await screen.findByRole('button', { name: 'Check the quota' })
  card.focus()
  await user.keyboard(' ')
  expect(screen.getByText(/^Check the quota taken up from Sat 21\./)).toBeDefined()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByText('Check the quota over Thu 19')).toBeDefined()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at.callsOf('/tasks/change')).toHaveLength(1))
  expect(at.callsOf('/tasks/change')[0]).toMatchObject({
    changes: [{ set: { eventStart: '2026-11-19T11:00:00.000Z', eventEnd: '2026-11-19T12:00:00.000Z' } }],
  })
  await user.keyboard('{Escape}')
})

test('a task that is taken up and put back stays where it was', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open()
  await user.click(await screen.findByRole('tab', { name: 'Board' }))
  const card = await screen.findByRole('button', { name: 'Check the quota' })
  card.focus()
  await user.keyboard(' {ArrowRight}')
  expect(
    within(screen.getByRole('region', { name: /^In progress, 1/ })).getByText('Check the quota'),
  ).toBeDefined()
  await user.keyboard('{Escape}')
  expect(within(screen.getByRole('region', { name: /^To do, 1/ })).getByText('Check the quota')).toBeDefined()
  expect(at.callsOf('/tasks/change')).toEqual([])
  // The dialog is still there: Escape was for the card.
  expect(await dialog()).toBeDefined()
  await user.keyboard(' {ArrowRight}{Enter}')
  await waitFor(() =>
    expect(at.callsOf('/tasks/change')[0]).toMatchObject({ changes: [{ set: { status: 'In progress' } }] }),
  )
})

test('a moved task keeps its due date unless it would begin after it', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.week = [
    rowWith({
      eventStart: iso(NOW - 2 * DAY),
      eventEnd: iso(NOW - 2 * DAY + 1),
      dueDate: iso(NOW - 2 * DAY + 9),
    }),
  ]
  at.shown.rows = []
  await at.open({ tab: 'week' })
  ;(await screen.findByRole('button', { name: 'Check the quota' })).focus()
  await user.keyboard(' {ArrowRight}{Enter}')
  await waitFor(() => expect(at.callsOf('/tasks/change')).toHaveLength(1))
  expect(at.callsOf('/tasks/change')[0]).toMatchObject({
    changes: [{ set: { eventStart: '2026-11-20T12:00:00.000Z', dueDate: '2026-11-20T23:59:59.000Z' } }],
  })
})

test('W202 a week’s tasks are asked for from its Monday to the next, for whose week it is', async () => {
  const at = openPlanner()
  await at.open({ tab: 'week' })
  await waitFor(() =>
    expect(at.callsOf('/load/tasks')).toEqual([
      { userIDs: [7], start: '2026-11-16T00:00:00.000Z', end: '2026-11-23T00:00:00.000Z' },
    ]),
  )
})

test('others’ changes are read again, and after a lost connection whatever was missed', async () => {
  const at = openPlanner()
  await at.open({ tab: 'day' })
  await screen.findByRole('button', { name: /^Check the quota/ })
  at.shown.rows = [rowWith({ taskName: 'Check the quota of the north', version: 4 })]
  await act(async () =>
    at.hub.fire('taskChanged', { taskID: 41, version: 4, event: 'CHANGED', byID: 9, by: 'Priya Nair' }),
  )
  expect(await screen.findByText('Check the quota of the north')).toBeDefined()
  at.shown.rows = []
  await act(async () => at.live.taskNews.missed())
  expect(await screen.findByText('Nothing is left for today.')).toBeDefined()
})

test('a task opens beside its list; a field is kept with the version that was seen, a conflict keeps what was typed', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.answer(updateTask, () => {
    throw refused(
      409,
      'Conflict',
      'Task 41 was changed by Priya Nair in the meantime. Look at it again before you save.',
    )
  })
  await at.open({ taskID: 41 })
  const panel = within(await screen.findByRole('complementary', { name: 'Task 41' }))
  const description = await panel.findByRole('textbox', { name: 'Description' })
  await user.type(description, ', please')
  at.shown.task = taskWith({ description: 'By noon', version: 4 })
  await user.tab()
  expect(await panel.findByText(/was changed by Priya Nair in the meantime/)).toBeDefined()
  expect(typedIn(panel.getByRole('textbox', { name: 'Description' }))).toBe('Before noon, please')
  expect(at.callsOf('/tasks/update')[0]).toEqual({
    taskID: 41,
    version: 3,
    set: { description: 'Before noon, please' },
  })
  await user.click(panel.getByRole('button', { name: 'Take the newer' }))
  expect(typedIn(panel.getByRole('textbox', { name: 'Description' }))).toBe('By noon')
})

test('Escape closes the open task and gives the focus back to its line', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  await user.click(await screen.findByRole('button', { name: /^Check the quota/ }))
  const panel = await screen.findByRole('complementary', { name: 'Task 41' })
  await within(panel).findByRole('textbox', { name: 'Task 41' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: 'Task 41' })).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Check the quota/ })),
  )
  expect(await dialog()).toBeDefined()
})

test('who may only look at a task changes nothing of it', async () => {
  const at = openPlanner(['CAN_USE_TODO'])
  at.shown.task = taskWith({ mayChange: false })
  at.shown.rows = [rowWith({ mayChange: false })]
  await at.open({ taskID: 41 })
  expect(await screen.findByText('You may look at this task and not change it.')).toBeDefined()
  expect(isOff(screen.getByRole('combobox', { name: 'Status' }))).toBe(true)
  expect(screen.queryByRole('textbox', { name: 'New task in a line' })).toBeNull()
  for (const button of screen.getAllByRole('button', { name: 'Finish Check the quota' }))
    expect(isOff(button)).toBe(true)
})

test('W154 only who plans tasks adds them: the button, the dropdown and the quick row are theirs', async () => {
  const planner = openPlanner()
  await planner.open({ tab: 'day' })
  expect(await screen.findByRole('textbox', { name: 'New task in a line' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add task', expanded: false })).toBeDefined()
  planner.unmount()
  const other = openPlanner(['CAN_USE_TODO'])
  await other.open({ tab: 'day' })
  await screen.findByRole('button', { name: /^Check the quota/ })
  expect(screen.queryByRole('textbox', { name: 'New task in a line' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add task' })).toBeNull()
})

test('what the planner is opened for is shown once: the tab and the task that are chosen afterwards stay', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  for (const name of ['My week', 'Delegated', 'All']) {
    await user.click(await screen.findByRole('tab', { name }))
    expect(screen.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true')
  }
  await at.open({ taskID: 41 })
  await screen.findByRole('textbox', { name: 'Task 41' })
  await user.click(screen.getByRole('button', { name: 'Close task' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'My day' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  // Asked for again, it opens again.
  await at.open({ taskID: 41 })
  expect(await screen.findByRole('complementary', { name: 'Task 41' })).toBeDefined()
})

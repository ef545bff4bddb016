import { expect, test } from 'vitest'
import { addTask } from '#shared/contract/tasks.ts'
import { quickTaskDefaults, STORY_POINTS } from './tasks.ts'

test('C113 W077 W078 W079 a quick task takes 15 minutes from now, is of moderate effort and due today', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime()
  expect(quickTaskDefaults(now)).toEqual({
    eventStart: new Date(now).toISOString(),
    eventEnd: new Date(2026, 10, 21, 9, 45).toISOString(),
    description: 'QUICK TASK - SPEC PENDING',
    storyPoint: '5',
    priority: 'LOW',
    requiredHours: 1,
    dueDate: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
  })
})

test('W124 a task takes a quarter of an hour at the least, as a number and as a form’s text', () => {
  const takes = (hours: unknown) => addTask.request.shape.requiredHours.safeParse(hours).success
  expect([0.25, '0.25', 0.2499, '0.2499', 0, '0'].map(takes)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('W070 the texts of a new task are as long as their fields take, its hours from 0.25 to 1,000, and no more', () => {
  const { sprint, milestone, status } = addTask.request.shape
  for (const [field, most] of [
    [sprint, 100],
    [milestone, 100],
    [status, 60],
  ] as const)
    expect([most, most + 1].map((length) => field.safeParse('a'.repeat(length)).success)).toEqual([
      true,
      false,
    ])
  const { requiredHours } = addTask.request.shape
  expect([0.24, 0.25, 1000, 1000.25].map((hours) => requiredHours.safeParse(`${hours}`).success)).toEqual([
    ...[false, true, true, false],
  ])
  const { eventStart } = addTask.request.shape
  const faultOf = (time: string) => eventStart.safeParse(time).error?.issues[0]?.message ?? null
  const OUT = 'A task’s times are between 2000 and 2099.'
  const [early, first] = ['1999-12-31T23:59:59.000Z', '2000-01-01T00:00:00.000Z'].map(faultOf)
  const [last, late] = ['2099-12-31T23:00:00.000Z', '2100-01-02T00:00:00.000Z'].map(faultOf)
  expect([early, first, last, late]).toEqual([OUT, null, null, OUT])
})

test('C257 W256 the effort scale of story points', () => {
  expect(STORY_POINTS.map(({ points, label }) => `${points} ${label}`)).toEqual([
    '21 Exhausting',
    '13 Very difficult',
    '8 Difficult',
    '5 Moderate',
    '3 Somewhat easy',
    '2 Easy',
    '1 Very easy',
  ])
})

import { expect, test } from 'vitest'
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

test('C257 the effort scale of story points', () => {
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

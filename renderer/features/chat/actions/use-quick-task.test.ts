import { expect, test } from 'vitest'
import { draftOf, type QuickTaskForm } from './use-quick-task.ts'

const FORM: QuickTaskForm = {
  subject: ' Check the quota ',
  description: ' All cells ',
  project: { id: 70, name: 'Rail' },
  person: { id: 1, name: 'Tom Whitfield' },
  start: '2026-11-21T09:30',
  due: '2026-11-22T17:00',
  priority: 'LOW',
  storyPoint: '5',
  hours: '0.25',
}
const draft = (over: Partial<QuickTaskForm> = {}) =>
  draftOf({ ...FORM, ...over }, { id: 2 }, { source: 'JOB_ORDER', sourceID: 7 })

test('C087 the draft has every field that the document names', () => {
  expect(draft()).toEqual({
    userID: 1,
    eventStart: new Date(2026, 10, 21, 9, 30).toISOString(),
    eventEnd: new Date(2026, 10, 21, 9, 45).toISOString(),
    subject: 'Check the quota',
    description: 'All cells',
    storyPoint: '5',
    priority: 'LOW',
    requiredHours: 0.25,
    projectID: 70,
    sprint: '',
    milestone: '',
    status: '',
    dueDate: new Date(2026, 10, 22, 17).toISOString(),
    chatSource: 'JOB_ORDER',
    chatSourceID: 7,
    chatMessageID: 2,
  })
})

test.each<Partial<QuickTaskForm>>([
  { subject: '  ' },
  { description: '  ' },
  { project: null },
  { person: null },
  { start: '' },
  { due: '' },
  { storyPoint: '4' },
  { hours: '0.24' },
  { hours: '' },
])('C087 there is no draft with %j', (missing) => {
  expect(draft(missing)).toBeNull()
})

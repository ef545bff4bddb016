import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { searchUsers } from '#shared/contract/help.ts'
import { addTask } from '#shared/contract/tasks.ts'
import { TASK_FILE_MAX_BYTES } from '#shared/domain/tasks.ts'
import { refused } from '../../testing/fake-services.ts'
import { fileProblem, isComplete, problemOf, requestOf, startingForm } from './add/task-form.ts'
import { isOff, openPlanner, typedIn } from './testing/open-planner.tsx'

const line = () => screen.findByRole('textbox', { name: 'New task in a line' })

test('W032 the quick row shows the parts of its line before the task is added', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  await user.type(await line(), 'QC review Mon 3pm 30m #Northgate !high @priya')
  const parts = within(await screen.findByRole('list', { name: 'What the line says' }))
  for (const part of ['Starts Mon 15:00', 'Takes 30 min', 'Northgate Travel', 'Priya Nair', 'High'])
    expect(await parts.findByText(part)).toBeDefined()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  expect(at.callsOf('/add-task')[0]).toMatchObject({
    userID: 9,
    projectID: 2101,
    subject: 'QC review',
    eventStart: '2026-11-23T15:00:00.000Z',
    eventEnd: '2026-11-23T15:30:00.000Z',
    dueDate: '2026-11-23T23:59:59.000Z',
    priority: 'HIGH',
    requiredHours: 0.5,
  })
  await waitFor(async () => expect(typedIn(await line())).toBe(''))
})

test('W032 Enter before the person is found adds the task once they are, and once', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  const { promise, resolve } = Promise.withResolvers<{ userID: number; displayName: string }[]>()
  at.answer(searchUsers, () => promise)
  await at.open({ tab: 'day' })
  await user.type(await line(), 'Tidy up @priya')
  expect(await screen.findByText('Office')).toBeDefined()
  await user.keyboard('{Enter}{Enter}')
  expect(at.callsOf('/add-task')).toEqual([])
  resolve([{ userID: 9, displayName: 'Priya Nair' }])
  await waitFor(async () => expect(typedIn(await line())).toBe(''))
  expect(at.callsOf('/add-task')).toMatchObject([{ userID: 9, subject: 'Tidy up' }])
})

test('W076 W078 a quick task without more than its words has the quick task’s defaults, of the project Office', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ tab: 'day' })
  await user.type(await line(), 'Tidy up')
  await waitFor(() => expect(screen.getByText('Office')).toBeDefined())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  expect(at.callsOf('/add-task')[0]).toEqual({
    userID: 7,
    projectID: 1,
    subject: 'Tidy up',
    description: 'QUICK TASK - SPEC PENDING',
    eventStart: '2026-11-21T12:00:00.000Z',
    eventEnd: '2026-11-21T12:15:00.000Z',
    dueDate: '2026-11-21T23:59:59.000Z',
    priority: 'LOW',
    storyPoint: '5',
    requiredHours: 1,
  })
})

test('W076 a quick task below another is a part of it, with its whole subject', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.open({ taskID: 41 })
  await user.type(await screen.findByRole('textbox', { name: 'Add sub-task' }), 'Tidy up')
  await waitFor(() => expect(screen.getByText('Office')).toBeDefined())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  expect(at.callsOf('/add-task')[0]).toMatchObject({
    subject: 'Tidy up',
    relationshipJSON: '{"type":"CHILD","payload":{"id":41}}',
  })
})

test('W070 W204 the form sends each field of a new task as it was filled in', () => {
  const template = { name: 'Script check', sections: [] }
  const form = {
    ...startingForm({ id: 7, name: 'Amelia Ward' }, Date.UTC(2026, 10, 21, 12)),
    subject: 'Report',
    description: 'Of the week',
    project: { id: 2101, name: 'Northgate Travel' },
    storyPoint: '13',
    priority: 'HIGH' as const,
    hours: '2',
    sprint: 'S1',
    milestone: 'M2',
    status: 'To do',
    linkType: 'BLOCKING' as const,
    linkTask: { id: 41, name: 'Check the quota' },
    template,
  }
  expect(requestOf(form, [])).toEqual({
    userID: 7,
    projectID: 2101,
    subject: 'Report',
    description: 'Of the week',
    eventStart: '2026-11-21T12:00:00.000Z',
    eventEnd: '2026-11-21T12:15:00.000Z',
    dueDate: '2026-11-21T23:59:00.000Z',
    priority: 'HIGH',
    storyPoint: '13',
    requiredHours: 2,
    sprint: 'S1',
    milestone: 'M2',
    status: 'To do',
    testingStatus: 'TESTING NOT REQUIRED',
    relationshipJSON: '{"type":"BLOCKING","payload":{"id":41}}',
    template: '{"name":"Script check","sections":[]}',
  })
  const without = requestOf({ ...form, linkType: '', linkTask: null, template: null }, [])
  expect(without).not.toHaveProperty('relationshipJSON')
  expect(without).not.toHaveProperty('template')
  // A task that was chosen before its kind of link was taken back is no link.
  expect(requestOf({ ...form, linkType: '' }, [])).not.toHaveProperty('relationshipJSON')
  const files = [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')]
  expect(requestOf(form, files).files).toEqual(files)
})

test('W032 a person or project that isn’t there is said, and nothing is added; a failure keeps the line', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.answer(addTask, () => {
    throw refused(400, 'There is no such project.')
  })
  await at.open({ tab: 'day' })
  await user.type(await line(), 'Tidy up @nobody')
  expect(await screen.findByText('nobody not found')).toBeDefined()
  await user.keyboard('{Enter}')
  expect(at.callsOf('/add-task')).toEqual([])
  await user.clear(await line())
  await user.type(await line(), 'Tidy up')
  await waitFor(() => expect(screen.getByText('Office')).toBeDefined())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('There is no such project.')).toBeDefined()
  expect(typedIn(await line())).toBe('Tidy up')
})

const form = async () => within(await screen.findByRole('form', { name: 'Add task' }))
const save = async () => (await form()).getByRole('button', { name: 'Add task' })

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  const at = await form()
  await user.type(at.getByRole('textbox', { name: 'Subject' }), 'Report')
  await user.type(at.getByRole('textbox', { name: 'Description' }), 'Of the week')
  await user.type(at.getByRole('textbox', { name: /^Project/ }), 'north')
  await user.click(await screen.findByRole('option', { name: 'Northgate Travel' }))
}

test('W032 the modal has a full and a quick layout, and the dropdown the quick one', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.add()
  expect((await form()).getByRole('combobox', { name: 'Milestone' })).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Quick' }))
  expect((await form()).queryByRole('combobox', { name: 'Milestone' })).toBeNull()
  expect((await form()).getByRole('combobox', { name: 'Priority' })).toBeDefined()
  await user.click((await form()).getByRole('button', { name: 'Cancel' }))
  await at.open()
  await user.click(await screen.findByRole('button', { name: 'Add task', expanded: false }))
  expect((await form()).queryByRole('combobox', { name: 'Milestone' })).toBeNull()
})

test('W122 saving is possible once subject, description and project are there, and not while it goes on', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  let answer: (made: { taskID: number }) => void = () => {}
  at.answer(addTask, () => new Promise((resolve) => (answer = resolve)))
  await at.add()
  expect(isOff(await save())).toBe(true)
  await fillIn(user)
  expect(isOff(await save())).toBe(false)
  const subject = (await form()).getByRole('textbox', { name: 'Subject' })
  await user.clear(subject)
  await user.type(subject, '   ')
  expect(isOff(await save())).toBe(true)
  await user.type(subject, 'Report')
  const description = (await form()).getByRole('textbox', { name: 'Description' })
  await user.clear(description)
  expect(isOff(await save())).toBe(true)
  await user.type(description, 'Of the week')
  await user.click((await form()).getByRole('button', { name: 'Remove Northgate Travel' }))
  expect(isOff(await save())).toBe(true)
  await user.type((await form()).getByRole('textbox', { name: /^Project/ }), 'north')
  await user.click(await screen.findByRole('option', { name: 'Northgate Travel' }))
  await user.click(await save())
  expect(isOff(await save())).toBe(true)
  fireEvent.submit(await screen.findByRole('form', { name: 'Add task' }))
  expect(at.callsOf('/add-task')).toHaveLength(1)
  answer({ taskID: 77 })
  await waitFor(() => expect(at.services.notices.store.getState().at(-1)?.message).toBe('Task 77 added'))
})

test('W122 what isn’t complete is sent by no key either, and every project’s number is above 0', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.add()
  await user.type((await form()).getByRole('textbox', { name: 'Subject' }), 'Report')
  fireEvent.submit(await screen.findByRole('form', { name: 'Add task' }))
  expect(at.callsOf('/add-task')).toEqual([])
  const whole = {
    ...startingForm({ id: 7, name: 'Amelia Ward' }, 0),
    subject: 'Report',
    description: 'Weekly',
  }
  expect([0, 1].map((id) => isComplete({ ...whole, project: { id, name: 'Office' } }))).toEqual([false, true])
})

test('W256 the form offers the scale of effort in its words, and sends the points of the one chosen', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.add()
  await fillIn(user)
  const effort = (await form()).getByRole('combobox', { name: 'Effort' })
  expect(typedIn(effort)).toBe('5')
  expect(
    within(effort)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '21 Exhausting',
    '13 Very difficult',
    '8 Difficult',
    '5 Moderate',
    '3 Somewhat easy',
    '2 Easy',
    '1 Very easy',
  ])
  await user.selectOptions(effort, '13 Very difficult')
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  expect(at.callsOf('/add-task')[0]).toMatchObject({ storyPoint: '13' })
})

test('W123 where prefixes are configured, a start after the due date is refused in the document’s words', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.add()
  await fillIn(user)
  const due = (await form()).getByLabelText('Due')
  await user.clear(due)
  await user.type(due, '2026-11-20T10:00')
  at.shown.config = { ...at.shown.config, prefixes: [{ id: 1, text: 'QC', projectID: null }] }
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  const other = openPlanner()
  other.shown.config = at.shown.config
  at.unmount()
  await other.add()
  await screen.findByRole('combobox', { name: 'Prefix' })
  await fillIn(user)
  const late = (await form()).getByLabelText('Due')
  await user.clear(late)
  await user.type(late, '2026-11-20T10:00')
  await user.click(await save())
  expect(await screen.findByText('Task start has to be before due date')).toBeDefined()
  expect(other.callsOf('/add-task')).toEqual([])
})

test('W123 a start at the due date is none after it', () => {
  const form = {
    ...startingForm({ id: 7, name: 'Amelia Ward' }, Date.UTC(2026, 10, 21, 12)),
    start: '2026-11-21T12:00',
    end: '2026-11-21T13:00',
  }
  const prefixes = [{ id: 1, text: 'QC', projectID: null }]
  expect(problemOf({ ...form, due: '2026-11-21T12:00' }, { prefixes })).toBeNull()
  expect(problemOf({ ...form, due: '2026-11-21T11:59' }, { prefixes })).toBe(
    'Task start has to be before due date',
  )
})

test('W032 what was typed is there again after the form was closed, until it is cancelled', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  await at.add()
  await user.type((await form()).getByRole('textbox', { name: 'Subject' }), 'Half a task')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Add task' })).toBeNull())
  await at.add()
  expect(typedIn((await form()).getByRole('textbox', { name: 'Subject' }))).toBe('Half a task')
  await user.click((await form()).getByRole('button', { name: 'Cancel' }))
  await at.add()
  expect(typedIn((await form()).getByRole('textbox', { name: 'Subject' }))).toBe('')
})

test('W122 a server without room says so; what was typed and the files stay, and saving again is one task', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  let isFull = true
  at.answer(addTask, () => {
    if (isFull) throw refused(503, 'The server has no room left to store anything. Please contact support.')
    return { taskID: 1 }
  })
  await at.add()
  await fillIn(user)
  await user.upload(
    (await form()).getByLabelText('Attach files', { selector: 'input' }),
    new File(['a,b'], 'list.csv'),
  )
  await user.click(await save())
  expect(await (await form()).findByText(/no room left to store anything/)).toBeDefined()
  expect(typedIn((await form()).getByRole('textbox', { name: 'Subject' }))).toBe('Report')
  isFull = false
  await user.click(await save())
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Add task' })).toBeNull())
  const [first, second] = at.callsOf('/add-task')
  expect(second).toEqual(first)
})

const META = { description: '', placeholder: '', isMetaMandatory: false, optionsValues: [] as string[] }
const TEMPLATE = {
  id: 5,
  name: 'Script check',
  sections: [
    {
      name: 'Script',
      metaDataFields: [
        { ...META, name: 'Version', dataSource: 'SOMETHING NEW', isMetaMandatory: true, placeholder: 'v1.2' },
        { ...META, name: 'Until', dataSource: 'DATE', description: 'The last day' },
        { ...META, name: 'Walked through', dataSource: 'CHECKBOX' },
        { ...META, name: 'Region', dataSource: 'OPTIONS', optionsValues: ['North', 'South'] },
        { ...META, name: 'Odd choice', dataSource: 'OPTIONS' },
        { ...META, name: 'Notes', dataSource: 'TEXTAREA' },
        { ...META, name: 'Questionnaire', dataSource: 'FILE', isMetaMandatory: true },
      ],
    },
  ],
}

test('W071 W072 W073 W127 a template’s fields are asked for by their data source, and mandatory ones marked *', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.config = { ...at.shown.config, templates: [TEMPLATE] }
  await at.add()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Script check')
  const section = within(screen.getByRole('group', { name: 'Script' }))
  const version = section.getByRole('textbox', { name: 'Version *' })
  expect(version.getAttribute('placeholder')).toBe('v1.2')
  expect(version.tagName).toBe('INPUT')
  expect(section.getByLabelText('Until').getAttribute('type')).toBe('date')
  expect(section.getByText('The last day')).toBeDefined()
  await user.click(section.getByRole('checkbox', { name: 'Walked through' }))
  await user.selectOptions(section.getByRole('combobox', { name: 'Region' }), 'South')
  expect(section.getByRole('textbox', { name: 'Odd choice' }).tagName).toBe('INPUT')
  expect(section.getByRole('textbox', { name: 'Notes' }).tagName).toBe('TEXTAREA')
  await fillIn(user)
  await user.click(await save())
  expect(await screen.findByText('Please fill in: Version, Questionnaire')).toBeDefined()
  await user.type(version, 'v2')
  const file = new File(['a'], 'script.pdf', { type: 'application/pdf' })
  await user.upload(section.getByLabelText(/^Questionnaire \*/), file)
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  const { template, files } = at.callsOf('/add-task')[0] as { template: string; files: File[] }
  expect(files).toEqual([file])
  expect(JSON.parse(template).sections[0].metaDataFields).toMatchObject([
    { name: 'Version', userValue: 'v2' },
    { name: 'Until', dateValue: null },
    { name: 'Walked through', userBooleanValue: true },
    { name: 'Region', userValue: 'South' },
    { name: 'Odd choice' },
    { name: 'Notes' },
    { name: 'Questionnaire', userValue: 'script.pdf' },
  ])
})

test('W071 what is filled in goes into the field of its own section, and nowhere else', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  const fields = ['First', 'Second'].map((name) => ({ ...META, name, dataSource: 'TEXT' }))
  const sections = ['Upper', 'Lower'].map((name) => ({ name, metaDataFields: fields }))
  at.shown.config = { ...at.shown.config, templates: [{ id: 5, name: 'Script check', sections }] }
  await at.add()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Script check')
  const lower = within(screen.getByRole('group', { name: 'Lower' }))
  await user.type(lower.getByRole('textbox', { name: 'Second' }), 'v2')
  await fillIn(user)
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  const { template } = at.callsOf('/add-task')[0] as { template: string }
  const sent = JSON.parse(template) as {
    sections: { name: string; metaDataFields: { name: string; userValue: string | null }[] }[]
  }
  const valuesOf = (fields: { name: string; userValue: string | null }[]) =>
    fields.map(({ name, userValue }) => [name, userValue])
  expect(sent.sections.map((one) => [one.name, valuesOf(one.metaDataFields)])).toEqual([
    [
      'Upper',
      [
        ['First', null],
        ['Second', null],
      ],
    ],
    [
      'Lower',
      [
        ['First', null],
        ['Second', 'v2'],
      ],
    ],
  ])
})

test('looking at another template loses nothing that was filled in, and its files go with it alone', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  const other = { ...TEMPLATE, id: 6, name: 'Other', sections: [] }
  at.shown.config = { ...at.shown.config, templates: [TEMPLATE, other] }
  await at.add()
  await fillIn(user)
  const choose = async (name: string) =>
    user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), name)
  await choose('Script check')
  await user.type(screen.getByRole('textbox', { name: 'Version *' }), 'v2')
  const file = new File(['a'], 'script.pdf')
  await user.upload(screen.getByLabelText(/^Questionnaire \*/), file)
  await choose('Other')
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(1))
  expect(at.callsOf('/add-task')[0]).not.toHaveProperty('files')
  await at.add()
  await fillIn(user)
  await choose('Script check')
  await user.type(screen.getByRole('textbox', { name: 'Version *' }), 'v3')
  await user.upload(screen.getByLabelText(/^Questionnaire \*/), file)
  await choose('None')
  await choose('Script check')
  expect(typedIn(screen.getByRole('textbox', { name: 'Version *' }))).toBe('v3')
  await user.click(await save())
  await waitFor(() => expect(at.callsOf('/add-task')).toHaveLength(2))
  expect(at.callsOf('/add-task')[1]?.files).toEqual([file])
})

test('W073 an odd field says so and is asked for as text; choices that are empty or there twice don’t show', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  const fields = [
    { ...META, name: 'Colour', dataSource: 'COLOUR' },
    { ...META, name: 'Choice', dataSource: 'OPTIONS', optionsValues: [' '], description: 'One of them.' },
    { ...META, name: 'Plain', dataSource: 'TEXT' },
    { ...META, name: 'Twice', dataSource: 'OPTIONS', optionsValues: ['A', '', 'A', 'B'] },
  ]
  const sections = [{ name: 'Odd', metaDataFields: fields }]
  at.shown.config = { ...at.shown.config, templates: [{ id: 5, name: 'Odd ones', sections }] }
  await at.add()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Odd ones')
  const said = (name: string) => screen.getByRole('textbox', { name, description: /./ })
  expect(said('Colour').getAttribute('aria-describedby')).not.toBeNull()
  expect(screen.getByText(/asks for ‘COLOUR’, which isn’t known here/)).toBeDefined()
  expect(
    screen.getByText('One of them. There is nothing to choose from yet: write your answer.'),
  ).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Plain' }).getAttribute('aria-describedby')).toBeNull()
  const options = within(screen.getByRole('combobox', { name: 'Twice' })).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['None', 'A', 'B'])
})

test('a draft after a reload asks again for the files of its fields', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.config = { ...at.shown.config, templates: [TEMPLATE] }
  await at.add()
  await fillIn(user)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Script check')
  await user.type(screen.getByRole('textbox', { name: 'Version *' }), 'v2')
  await user.upload(screen.getByLabelText(/^Questionnaire \*/), new File(['a'], 'script.pdf'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Add task' })).toBeNull())
  await at.add()
  expect(typedIn(screen.getByRole('textbox', { name: 'Version *' }))).toBe('v2')
  await user.click(await save())
  expect(await screen.findByText('Please fill in: Questionnaire')).toBeDefined()
  expect(at.callsOf('/add-task')).toEqual([])
})

test('W125 W126 a file that is too large or of another kind isn’t taken, and says why', () => {
  const problem = (name: string, size: number, ofTemplate = true) => fileProblem({ name, size }, ofTemplate)
  expect(problem('a.pdf', TASK_FILE_MAX_BYTES)).toBeNull()
  expect(problem('a.pdf', TASK_FILE_MAX_BYTES + 1)).toBe(
    'This file is too big to upload. Maximum size allowed is 30MB.',
  )
  for (const end of ['webm', 'pdf', 'xls', 'xlsx', 'txt', 'doc', 'docx', 'png', 'jpg', 'jpeg'])
    expect(problem(`a.${end}`, 1)).toBeNull()
  expect(problem('a.exe', 1)).toBe('Invalid file format')
  expect(problem('a.exe', 1, false)).toBeNull()
})

test('W125 W126 a template’s field says why it doesn’t take a file, and keeps none', async () => {
  const at = openPlanner()
  const user = userEvent.setup()
  at.shown.config = { ...at.shown.config, templates: [TEMPLATE] }
  await at.add()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Script check')
  const field = screen.getByLabelText(/^Questionnaire \*/)
  expect(field.getAttribute('accept')).toBe('.webm,.pdf,.xls,.xlsx,.txt,.doc,.docx,.png,.jpg,.jpeg')
  // A person may have their system show all files.
  const choose = (file: File) => fireEvent.change(field, { target: { files: [file] } })
  choose(new File([new Uint8Array(31_457_281)], 'script.pdf'))
  expect(
    await screen.findByText('This file is too big to upload. Maximum size allowed is 30MB.'),
  ).toBeDefined()
  choose(new File(['a'], 'script.exe'))
  expect(await screen.findByText('Invalid file format')).toBeDefined()
  expect(screen.queryByRole('button', { name: /script/ })).toBeNull()
  choose(new File(['a'], 'script.docx'))
  expect(await screen.findByRole('button', { name: /script\.docx/ })).toBeDefined()
  expect(screen.queryByText('Invalid file format')).toBeNull()
})

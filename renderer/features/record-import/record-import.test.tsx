import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  applyImportFile,
  applyProjectFile,
  type CheckedRecords,
  checkImportFile,
  checkProjectFile,
  type DataImport,
  dataImportHistory,
  type ImportMatch,
  importMatches,
  removeImportMatch,
  saveImportMatch,
  undoDataImport,
} from '#shared/contract/data-imports.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ProjectImport, RecordImport } from './RecordImport.tsx'

const CHECKED: CheckedRecords = {
  ...{
    checkID: 5,
    headings: ['Survey', 'When', 'Result'],
    columns: ['project', null, 'outcome'],
    missing: [],
    codes: [],
  },
  ...{ received: 6, created: 3, updated: 1, unchanged: 1, refused: 1 },
  rows: [
    { row: 4, outcome: 'REFUSED', column: 'project', reason: 'Unknown project P9.' },
    { row: 3, outcome: 'CHANGED', column: 'end, duration', reason: '' },
  ],
}

function open(answers: readonly CheckedRecords[], permission = true) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permission ? ['IRESOURCE_CAN_SYNC_SURVEY_TOOL'] : []))
  let asked = 0
  server.answer(checkImportFile, () => answers[Math.min(asked++, answers.length - 1)] ?? CHECKED)
  server.answer(importMatches, () => ({ matches: [] }))
  server.answer(applyImportFile, () => ({ received: 6, created: 3, updated: 1, unchanged: 1, refused: [] }))
  renderSignedIn(server.services, <RecordImport />)
  const sent = (path: string) => server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { server, sent, user: userEvent.setup() }
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  await user.upload(input, new File(['x'], 'calls.csv'))
}

test('D059 the page shows new, changed, unchanged and refused rows by number, column and reason, and takes only the good ones', async () => {
  const { sent, user, server } = open([CHECKED])
  await choose(user)
  const counts = await screen.findByRole('list', { name: 'What the rows come to' })
  expect(counts.textContent).toBe('Unchanged 1New 3Changed 1Refused 1')
  const rows = within(screen.getByRole('region', { name: 'Rows' })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    '4RefusedProjectUnknown project P9.',
    '3ChangedEnd, Duration',
  ])
  expect(screen.getByText('And 3 rows more.')).toBeDefined()
  expect(sent(applyImportFile.path)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Take the 4 good rows' }))
  await waitFor(() => expect(sent(applyImportFile.path)).toEqual([{ checkID: 5, onlyGood: true }]))
  expect(server.services.notices.store.getState().map(({ message }) => message)).toEqual([
    '3 rows taken, 1 changed.',
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D059 a missing column and codes of the tool are put right by hand and checked again, then all is taken', async () => {
  const first: CheckedRecords = {
    ...CHECKED,
    checkID: null,
    missing: ['start'],
    codes: ['11'],
    rows: [],
    refused: 0,
    created: 0,
    updated: 0,
  }
  const second: CheckedRecords = {
    ...CHECKED,
    columns: ['project', 'start', 'outcome'],
    refused: 0,
    rows: [],
  }
  const { sent, user } = open([first, second])
  await choose(user)
  expect(await screen.findByText('The file has no column for start.')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'start')
  await user.selectOptions(screen.getByRole('combobox', { name: '11' }), 'COMPLETE')
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() =>
    expect(sent(checkImportFile.path).at(-1)).toMatchObject({
      ...{ mapping: 'project,start,outcome', outcomes: '{"11":"COMPLETE"}' },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Take 4 rows' }))
  await waitFor(() => expect(sent(applyImportFile.path)).toEqual([{ checkID: 5, onlyGood: false }]))
})

test('D059 who may not import sees no button', () => {
  open([CHECKED], false)
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

const imported = (id: number, more: Partial<DataImport> = {}): DataImport => ({
  ...{ id, kind: 'INTERVIEW_RECORDS', source: 'ADAPTOR', byName: 'Dialler', at: '2026-05-04T11:00:00.000Z' },
  ...{
    received: 3,
    created: 3,
    updated: 0,
    unchanged: 0,
    refused: 0,
    refusals: [],
    undoneAt: null,
    canUndo: false,
  },
  ...more,
})

test('D066 what came is listed a page at a time and narrowed to refusals and a source; an import is undone after a question', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['IRESOURCE_CAN_SYNC_SURVEY_TOOL']))
  let isUndone = false
  server.answer(dataImportHistory, (payload: unknown) => {
    const asked = payload as { source?: string; onlyRefused?: boolean; before?: number } | undefined
    if (asked?.source === 'IMPORT') return { imports: [], isMore: false, total: 0 }
    const refusals = [
      { row: 2, field: 'project', reason: 'There is no project P9.' },
      { row: 7, field: '', reason: 'It is not a record.' },
    ]
    const seventh = imported(7, { refused: 4, refusals })
    if (asked?.onlyRefused)
      return { imports: [seventh, imported(6, { refused: 1 })], isMore: false, total: 1 }
    if (asked?.before === 8) return { imports: [seventh], isMore: false, total: 1001 }
    const undoneAt = isUndone ? '2026-05-04T12:00:00.000Z' : null
    const first = imported(9, { source: 'IMPORT', byName: 'Ann Lee', canUndo: !isUndone, undoneAt })
    return { imports: [first, imported(8)], isMore: true, total: 1001 }
  })
  server.answer(undoDataImport, () => {
    isUndone = true
    return { done: true }
  })
  renderSignedIn(server.services, <RecordImport />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Imports' }))
  await screen.findByText('1,001 imports')
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .join('|'),
      )
  expect(rows()).toEqual([
    '4 May, 12:00|Interview records|Ann Lee · Files|3|0|0|Undo',
    '4 May, 12:00|Interview records|Dialler|3|0|0|',
  ])
  await user.click(screen.getByRole('button', { name: 'Older' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo: Interview records, 4 May, 12:00' }))
  expect(server.made.some(({ path }) => path === undoDataImport.path)).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Make its records void' }))
  await waitFor(() =>
    expect(rows()[0]).toBe('4 May, 12:00|Interview records|Ann Lee · Files|3|0|0|Undone 4 May, 13:00'),
  )
  await user.click(screen.getByRole('checkbox', { name: 'Only with refused records' }))
  await screen.findByText('1 import')
  const counts = [
    '4 May, 12:00|Interview records|Dialler|3|0|4|',
    '4 May, 12:00|Interview records|Dialler|3|0|1|',
  ]
  expect(rows()).toEqual(counts)
  // What was refused and why stands below its import, one click away; of an old import it isn't known.
  const why = screen.getAllByRole('button', { name: /What was refused: Interview records, 4 May, 12:00/ })
  await user.click(why[0] as HTMLElement)
  await user.click(why[1] as HTMLElement)
  expect(rows()).toEqual([
    ...[counts[0], '2, project: There is no project P9.7: It is not a record.And 2 rows more.'],
    ...[counts[1], 'Why isn’t known any more.'],
  ])
  await user.click(why[0] as HTMLElement)
  expect(rows()).toHaveLength(3)
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), 'Files')
  await screen.findByText('No import matches.')
})

const CELLS = {
  ...{ checkID: 8, headings: ['Survey', 'Grund', 'Soll', 'Region'], missing: [] },
  columns: ['project', 'dimension', 'dimension', 'dimension'],
  ...{ received: 3, created: 1, updated: 0, unchanged: 1, refused: 1 },
  rows: [
    { row: 3, outcome: 'REFUSED' as const, column: 'project', reason: 'Unknown project P9.' },
    { row: 2, outcome: 'NEW' as const, column: '', reason: '' },
  ],
}

function openProjects(may = true) {
  const server = fakeServices()
  server.services.session.signIn(
    testToken(may ? ['PROJECTS_CAN_EDIT_ALL'] : ['IRESOURCE_CAN_SYNC_SURVEY_TOOL']),
  )
  let matches: ImportMatch[] = []
  const asked: { readonly kind: string; readonly mapping?: string }[] = []
  server.answer(checkProjectFile, (request) => {
    const { kind, mapping } = request as (typeof asked)[number]
    asked.push({ kind, ...(mapping !== undefined && { mapping }) })
    if (kind === 'PROJECT_TARGETS')
      return { ...CELLS, columns: ['project', null, null, null], checkID: null, missing: [], rows: [] }
    if (mapping === undefined) return { ...CELLS, checkID: null, missing: ['cell', 'target'], rows: [] }
    return { ...CELLS, columns: mapping.split(',').map((field) => field || null) }
  })
  server.answer(applyProjectFile, () => ({ received: 3, created: 1, updated: 0, unchanged: 1, refused: [] }))
  server.answer(importMatches, () => ({ matches }))
  server.answer(saveImportMatch, (match) => {
    matches = [{ ...(match as Omit<ImportMatch, 'id'>), id: 4 }]
    return { id: 4 }
  })
  server.answer(removeImportMatch, () => {
    matches = []
    return { done: true }
  })
  renderSignedIn(server.services, <ProjectImport />)
  const sent = (path: string) => server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { server, asked, sent, user: userEvent.setup() }
}

test('4 §3.3 a file of quota cells has its columns matched by hand, a column a dimension, and its good rows taken', async () => {
  const { asked, sent, user } = openProjects()
  await choose(user)
  const dialog = within(screen.getByRole('dialog', { name: 'Import projects, targets or quota cells' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What the file holds' }), 'Quota cells')
  expect(await dialog.findByText('The file has no column for cell.')).toBeDefined()
  expect(dialog.getByText('The file has no column for target.')).toBeDefined()
  // Further columns are dimensions, as many as there are.
  const region = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Region' })
  expect(region.value).toBe('dimension')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Grund' }), 'Cell')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Soll' }), 'Target')
  expect(region.value).toBe('dimension')
  await user.click(dialog.getByRole('button', { name: 'Check again' }))
  await dialog.findByText('Unknown project P9.')
  expect(asked).toEqual([
    { kind: 'PROJECT_TARGETS' },
    { kind: 'QUOTA_CELLS' },
    { kind: 'QUOTA_CELLS', mapping: 'project,cell,target,dimension' },
  ])
  expect(dialog.getByRole('list', { name: 'What the rows come to' }).textContent).toBe(
    'Unchanged 1New 1Changed 0Refused 1',
  )
  expect(sent(applyProjectFile.path)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Take the good row' }))
  await waitFor(() => expect(sent(applyProjectFile.path)).toEqual([{ checkID: 8, onlyGood: true }]))
})

test('4 §3.3 a match is saved under a name, chosen for another file of the same headings, and forgotten', async () => {
  const { asked, sent, user } = openProjects()
  await choose(user)
  await user.selectOptions(screen.getByRole('combobox', { name: 'What the file holds' }), 'Quota cells')
  await screen.findByText('The file has no column for cell.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Grund' }), 'Cell')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Soll' }), 'Target')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save match' })
  expect(save.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: 'Name of this match' }), 'Tool X')
  await user.click(save)
  await waitFor(() =>
    expect(sent(saveImportMatch.path)).toEqual([
      {
        ...{ kind: 'QUOTA_CELLS', name: 'Tool X', outcomes: {} },
        columns: { survey: 'project', grund: 'cell', soll: 'target', region: 'dimension' },
      },
    ]),
  )
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, [
    new File(['y'], 'cells.csv'),
  ])
  await screen.findByText('The file has no column for cell.')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Saved matches' }), 'Tool X')
  await screen.findByText('Unknown project P9.')
  expect(asked.at(-1)).toEqual({ kind: 'QUOTA_CELLS', mapping: 'project,cell,target,dimension' })
  await user.click(screen.getByRole('button', { name: 'Forget it', hidden: true }))
  await waitFor(() => expect(sent(removeImportMatch.path)).toEqual([{ id: 4 }]))
  await waitFor(() =>
    expect(screen.queryByRole('combobox', { name: 'Saved matches', hidden: true })).toBeNull(),
  )
})

test('who may not edit projects sees no button', () => {
  openProjects(false)
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

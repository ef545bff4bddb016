import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  dryRunImport,
  type ImportInfo,
  listImports,
  startImport,
  stopImport,
  undoImport,
  uploadImport,
} from '#shared/contract/people-import.ts'
import { fakeServices, refused } from '../../../testing/fake-services.ts'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ImportsTab } from './ImportsTab.tsx'

const INFO: ImportInfo = {
  ...{ id: 3, fileName: 'people.csv', createdByName: 'Ann Ash', createdAt: '2026-05-04T12:00:00.000Z' },
  ...{ state: 'UPLOADED', headings: ['Login', 'Name', 'Notes'], total: 3, done: 0 },
  outcomes: { ADD: 0, UPDATE: 0, SAME: 0, WARNING: 0, ERROR: 0 },
  ...{ added: 0, updated: 0, failed: 0, startedAt: null, endedAt: null, message: '', isPartial: false },
  undoUntil: null,
}

function open(imports: ImportInfo[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_USERS']))
  const shown = { imports }
  server.answer(listImports, () => ({ imports: shown.imports }))
  server.answer(uploadImport, () => ({
    import: INFO,
    columns: ['userName', 'displayName', null],
    sample: [['nia', 'Nia North', '=1+1']],
  }))
  server.answer(dryRunImport, () => ({
    import: { ...INFO, state: 'CHECKED', outcomes: { ADD: 2, UPDATE: 0, SAME: 0, WARNING: 0, ERROR: 1 } },
    rows: [
      { number: 2, outcome: 'ADD', name: 'Nia North', problems: [] },
      { number: 3, outcome: 'ADD', name: 'Ben Birch', problems: [] },
      {
        ...{ number: 4, outcome: 'ERROR', name: 'Cat' },
        problems: [{ column: 'Area', value: 'York', message: 'There is no area ‘York’.' }],
      },
    ],
  }))
  renderSignedIn(server.services, <ImportsTab />, '/admin/active-users?tab=imports')
  return { server, shown, user: userEvent.setup() }
}
const sent = (server: ReturnType<typeof open>['server'], path: string) =>
  server.made.filter((one) => one.path === path).map(({ request }) => request)

test('A043 A046 A047 a file goes through columns, dry run and start; why not is told where it stands', async () => {
  const { server, user } = open()
  expect(await screen.findByText('Nothing was imported yet.')).toBeTruthy()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no way to choose a file')
  await user.upload(input, new File(['x'], 'people.csv', { type: 'text/csv' }))
  expect(await screen.findByText('=1+1')).toBeTruthy()
  const field = (name: string) => screen.getByRole('combobox', { name }) as HTMLSelectElement
  expect(field('Field: Login').value).toBe('userName')
  // A field has one column.
  await user.selectOptions(field('Field: Notes'), 'displayName')
  expect(field('Field: Name').value).toBe('')
  await user.selectOptions(field('Field: Name'), 'displayName')
  await user.selectOptions(field('What to do'), 'ADD')
  await user.click(screen.getByRole('button', { name: 'Dry run' }))
  expect((await screen.findByRole('row', { name: /^4 Error Cat/ })).textContent).toContain(
    'There is no area ‘York’.',
  )
  const start = () => screen.getByRole('button', { name: 'Import 2 people' }) as HTMLButtonElement
  expect(start().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Error 1' }))
  expect(screen.queryByRole('row', { name: /Nia North/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to the columns' }))
  const ways = [...field('If a row has an error').options].map(({ text }) => text)
  expect(ways).toEqual(['All or nothing', 'Import the good rows'])
  await user.selectOptions(field('If a row has an error'), 'Import the good rows')
  await user.click(screen.getByRole('button', { name: 'Dry run' }))
  server.answer(startImport, () => {
    throw refused(409, 'The dry run is out of date. Run it again.')
  })
  await user.click(await screen.findByRole('button', { name: 'Import 2 people' }))
  expect(await screen.findByText('The dry run is out of date. Run it again.')).toBeTruthy()
  server.answer(startImport, () => ({ ...INFO, state: 'RUNNING' }))
  await user.click(screen.getByRole('button', { name: 'Run it again' }))
  await waitFor(() => expect(start().disabled).toBe(false))
  await user.click(start())
  expect(await screen.findByRole('heading', { name: 'Imports so far' })).toBeTruthy()
  expect(sent(server, dryRunImport.path).at(-1)).toEqual({
    ...{ id: 3, columns: ['userName', 'displayName', null], mode: 'ADD', key: 'userName' },
    ...{ createMissing: false, isPartial: true, access: 'INVITATION' },
  })
})

test('A048 an import that runs shows how far it is and can be stopped; one that is over can be undone', async () => {
  const running: ImportInfo = {
    ...{ ...INFO, state: 'RUNNING', done: 50, startedAt: '2026-05-04T12:00:00.000Z' },
    outcomes: { ...INFO.outcomes, ADD: 100, UPDATE: 20 },
  }
  const { server, shown, user } = open([running])
  expect(await screen.findByText('50 of 120 rows')).toBeTruthy()
  server.answer(stopImport, () => {
    shown.imports = [
      { ...running, state: 'DONE', added: 100, updated: 1, undoUntil: '2026-05-05T12:00:00.000Z' },
    ]
    return { done: true }
  })
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('100 people added, 1 person changed')).toBeTruthy()
  server.answer(undoImport, () => {
    shown.imports = [{ ...running, state: 'UNDONE' }]
    return {
      import: INFO,
      kept: [{ number: 7, name: 'Sam', message: 'They have signed in since.' }],
    }
  })
  await user.click(screen.getByRole('button', { name: 'Undo import' }))
  const { prompts } = server.services
  await waitFor(() => expect(prompts.store.getState()).toHaveLength(1))
  const [prompt] = prompts.store.getState()
  if (prompt) act(() => prompts.answer(prompt.id, true))
  expect(await screen.findByText('Row 7, Sam: They have signed in since.')).toBeTruthy()
})

test('a file that was refused and put right is chosen again by the same name', async () => {
  const { server, user } = open()
  await screen.findByText('Nothing was imported yet.')
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const file = new File(['x'], 'people.csv', { type: 'text/csv' })
  server.answer(uploadImport, () => {
    throw refused(400, 'This file has no rows below its headings.')
  })
  await user.upload(input, file)
  expect(await screen.findByText('This file has no rows below its headings.')).toBeTruthy()
  await user.upload(input, file)
  await waitFor(() => expect(sent(server, uploadImport.path)).toHaveLength(2))
})

test('a cell of a whole file, by a quote left open, is shown by its beginning', async () => {
  const { server, user } = open()
  await screen.findByText('Nothing was imported yet.')
  server.answer(uploadImport, () => ({
    import: { ...INFO, headings: ['Login', 'y'.repeat(100_000), 'Notes'] },
    columns: ['userName', 'displayName', null],
    sample: [['nia', 'x'.repeat(1_000_000), '=1+1']],
  }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'people.csv', { type: 'text/csv' }))
  expect(await screen.findByText(/^x+…$/)).toBeTruthy()
  expect(document.body.textContent?.length).toBeLessThan(50_000)
  server.answer(dryRunImport, () => ({
    import: { ...INFO, state: 'CHECKED', outcomes: { ADD: 0, UPDATE: 0, SAME: 0, WARNING: 0, ERROR: 1 } },
    rows: [
      {
        ...{ number: 2, outcome: 'ERROR', name: 'x'.repeat(1_000_000) },
        problems: [
          { column: 'y'.repeat(100_000), value: 'x'.repeat(1_000_000), message: `No ${'x'.repeat(9_000)}` },
        ],
      },
    ],
  }))
  await user.click(screen.getByRole('button', { name: 'Dry run' }))
  expect(await screen.findByText(/No x+…$/)).toBeTruthy()
  expect(document.body.textContent?.length).toBeLessThan(50_000)
})

test('an undo of many shows that it is under way', async () => {
  const done: ImportInfo = {
    ...{ ...INFO, state: 'DONE', startedAt: '2026-05-04T12:00:00.000Z', added: 3 },
    undoUntil: '2026-05-05T12:00:00.000Z',
  }
  const { server, user } = open([done])
  const answer = Promise.withResolvers<{ import: ImportInfo; kept: [] }>()
  server.answer(undoImport, () => answer.promise)
  const undo = await screen.findByRole('button', { name: 'Undo import' })
  await user.click(undo)
  await waitFor(() => expect(server.services.prompts.store.getState()).toHaveLength(1))
  server.services.prompts.answer(server.services.prompts.store.getState()[0]?.id ?? 0, true)
  await waitFor(() => expect(undo.getAttribute('data-loading')).toBe('true'))
  await act(async () => answer.resolve({ import: { ...done, state: 'UNDONE', undoUntil: null }, kept: [] }))
  await waitFor(() => expect(undo.getAttribute('data-loading')).toBeNull())
})

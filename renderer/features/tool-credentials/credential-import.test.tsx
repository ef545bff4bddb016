import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  credentialImports,
  credentialRoles,
  importCredentials,
  listCredentials,
  stopCredentialImport,
  undoCredentialImport,
} from '#shared/contract/credentials.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { IMPORT_TEXT } from '../file-import/index.ts'
import { RoleCredentials } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const ROW = { number: 2, outcome: 'ADD' as const, name: 'Ann Ash', tool: 'VPN', problems: [] }
const BAD = {
  ...{ number: 3, outcome: 'ERROR' as const, name: 'nobody', tool: 'VPN' },
  problems: [{ column: 'User name', value: 'nobody', message: 'There is no person ‘nobody’.' }],
}
const CHECKED = {
  ...{ headings: ['User name', 'Tool', 'Other'], columns: ['userName' as const, 'tool' as const, null] },
  ...{ rows: [ROW, BAD], seen: 'abc', importID: null, report: 'Row,Outcome' },
}

type Listed = ResponseOf<typeof credentialImports>['imports']

function open(running: (() => Listed) | null = null) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_CREDENTIALS']))
  server.answer(listCredentials, () => ({ credentials: [], expiring: [] }))
  server.answer(credentialRoles, () => ({ roles: [] }))
  const imports = [
    {
      id: 4,
      fileName: 'May.csv',
      by: 'Kim',
      at: AT,
      ...{ state: 'DONE' as const, total: 3, done: 3, failed: 0, message: '' },
      added: 2,
      updated: 1,
      undoUntil: '2026-05-05T12:00:00.000Z',
    },
  ]
  server.answer(credentialImports, () => ({ imports: running ? running() : [...imports] }))
  server.answer(importCredentials, ({ seen }: { seen?: string }) => ({
    ...CHECKED,
    importID: seen === undefined ? null : 5,
  }))
  server.answer(undoCredentialImport, () => {
    imports.pop()
    return { undone: 2, kept: 1 }
  })
  renderSignedIn(server.services, <RoleCredentials />, '/admin/connection-adaptors')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A110 a file is checked, its columns and errors are shown, and the good rows are imported', async () => {
  const { user, sent, services } = open()
  const show = vi.spyOn(services.notices, 'show')
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import tool credentials' }))
  const file = new File(['a'], 'people.csv', { type: 'text/csv' })
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  expect((await dialog.findByRole('list', { name: 'What is wrong' })).textContent).toBe(
    'Row 3: nobody, VPNUser name: There is no person ‘nobody’.',
  )
  expect(dialog.getByRole('list', { name: 'What the rows come to' }).textContent).toMatch(/Add 1.*Error 1/)
  const start = () => dialog.getByRole('button', { name: 'Import 1 entry' }) as HTMLButtonElement
  expect(start().disabled).toBe(true)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Rows with errors' }), 'Import the good rows')
  // A column that is matched otherwise is checked again first.
  await user.click(dialog.getByText('2 of 3 columns are read'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Other' }), 'Password')
  await user.click(dialog.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(start().disabled).toBe(false))
  await user.click(start())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(show).toHaveBeenCalledWith('success', IMPORT_TEXT.begun)
  const asked = sent(importCredentials)
  expect(asked).toHaveLength(3)
  expect(asked[0]).toEqual({ file, mode: 'BOTH', key: 'userName', isPartial: 'false' })
  expect(asked[1]).toMatchObject({ isPartial: 'true', columns: 'userName,tool,password' })
  expect(asked[2]).toMatchObject({ seen: 'abc', isPartial: 'true' })
})

test('A110 why a file can’t be read is told, and another can be chosen', async () => {
  const { user, answer } = open()
  answer(importCredentials, () => {
    throw refused(400, 'This file has no rows below its headings.')
  })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import tool credentials' }))
  await user.upload(
    document.querySelector('input[type=file]') as HTMLInputElement,
    new File([''], 'empty.csv', { type: 'text/csv' }),
  )
  expect(await dialog.findByText('This file has no rows below its headings.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Choose another…' })).toBeTruthy()
})

test('A110 an import is undone after asking, and says what stays', async () => {
  const { user, sent, services } = open()
  vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(true)
  const show = vi.spyOn(services.notices, 'show')
  const list = within(await screen.findByRole('list', { name: 'Imports of the last 24 hours' }))
  expect(list.getByRole('listitem').textContent).toMatch(
    /May\.csv: 2 entries added, 1 entry changed\.Kim, 4 May, 13:00\. It can be undone until 5 May, 13:00\./,
  )
  await user.click(list.getByRole('button', { name: 'Undo May.csv' }))
  await waitFor(() =>
    expect(show).toHaveBeenCalledWith('success', '2 entries undone. Changed since, and left: 1 entry.'),
  )
  expect(sent(undoCredentialImport)).toEqual([{ id: 4 }])
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Imports of the last 24 hours' })).toBeNull())
})

test('5 §5.5 an import that runs shows how far it is, is stopped, and what it wrote is listed once it is over', async () => {
  const one = {
    ...{ id: 5, fileName: 'June.csv', by: 'Kim', at: AT, total: 120, done: 50, added: 50, updated: 0 },
    ...{ failed: 0, message: '', undoUntil: null },
  }
  let state: 'RUNNING' | 'STOPPED' = 'RUNNING'
  const message = 'The dry run is out of date.'
  const { answer, user, sent } = open(() => [
    { ...one, state },
    { ...one, id: 6, fileName: 'May.csv', state: 'FAILED', message, added: 0 },
  ])
  answer(stopCredentialImport, () => {
    state = 'STOPPED'
    return { done: true }
  })
  const progress = await screen.findByRole('progressbar', { name: 'Progress of June.csv' })
  expect([progress.getAttribute('value'), progress.getAttribute('max')]).toEqual(['50', '120'])
  expect(screen.getByText('June.csv: 50 of 120 entries')).toBeTruthy()
  expect(screen.getByText(/May.csv: 0 entries added.*Failed. The dry run is out of date./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  const lists = sent(listCredentials).length
  await user.click(screen.getByRole('button', { name: 'Stop June.csv' }))
  expect(await screen.findByText(/June.csv: 50 entries added.*Stopped./)).toBeTruthy()
  expect(sent(stopCredentialImport)).toEqual([{ id: 5 }])
  await waitFor(() => expect(sent(listCredentials).length).toBeGreaterThan(lists))
})

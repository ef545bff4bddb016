import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorSharing, saveErrorSharing } from '#shared/contract/error-log.ts'
import { ApiError } from '../../services/http/api-client.ts'
import type { Services } from '../../services/services.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { testShell } from '../../testing/shell.ts'
import { ShellProvider } from '../shell-context.tsx'
import { SessionInfo } from './SessionInfo.tsx'

function session(changes: Partial<Services> = {}) {
  const server = fakeServices(changes)
  const { services } = server
  services.session.signIn(testToken([], { exp: Date.UTC(2026, 10, 21, 20) / 1000 }))
  services.storage.set('build', 'build-7')
  const shell = testShell(services)
  const show = () => {
    renderWith(
      services,
      <ShellProvider value={shell}>
        <SessionInfo name="session-info" opened onClose={() => {}} params={undefined} />
      </ShellProvider>,
    )
    return within(screen.getByRole('dialog', { name: 'About this session' }))
  }
  return { server, services, shell, show }
}

test('it tells who, until when, and on what', () => {
  const { shell, show } = session()
  shell.hubLink.store.setState({ state: 'reconnecting' })
  const dialog = show()
  const facts = Object.fromEntries(
    dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    'Signed in as': 'Amelia Ward (amelia.ward)',
    Hub: 'Connecting again',
    Companion: 'Not known',
    Build: 'build-7',
    'Desktop app': 'This is a browser',
  })
  expect(facts['Signed in until']).toContain('21 Nov 2026')
  expect(dialog.getByText('Nothing has gone wrong since this page was opened.')).toBeTruthy()
})

test('the last five errors show, the newest first', () => {
  const { services, show } = session()
  for (let n = 1; n <= 6; n++) services.diagnostics.add('error', [`fault ${n}`])
  const rows = within(show().getByRole('region', { name: 'Last errors' })).getAllByRole('listitem')
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `fault ${n}`),
  )
})

test('Copy diagnostics takes build, session, hub and all entries along, and nothing that is personal', async () => {
  const user = userEvent.setup()
  const { services, show } = session({ desktop: fakeDesktop().desktop })
  const call = { method: 'POST', path: '/api/x' }
  services.diagnostics.callFailed({
    ...call,
    error: new ApiError('refused', 'hunter2', 500, { requestId: 'r-1' }),
  })
  for (let n = 1; n <= 6; n++) services.diagnostics.add('error', [`fault ${n} of "my salary" at /a?q=secret`])
  services.diagnostics.add('error', [
    `with ${services.session.store.getState().token}`,
    { text: 'my salary' },
  ])
  const dialog = show()
  await user.click(dialog.getByRole('button', { name: 'Copy diagnostics' }))
  expect(await dialog.findByText('Copied')).toBeTruthy()
  const text = await navigator.clipboard.readText()
  const role = services.session.store.getState().user?.role
  for (const part of [
    'Build: build-7',
    'Logs: ~/fieldwork/logs, crashes: Crashpad',
    `Session: ${role}, until 2026-11-21T20:00:00.000Z`,
    'Hub: disconnected',
    'Errors: 8',
    'error POST /api/x: refused 500, request r-1',
    'fault 1 of',
    'fault 6 of',
  ]) {
    expect(text).toContain(part)
  }
  for (const secret of ['Amelia', 'amelia.ward', 'salary', 'secret"', 'hunter2', 'eyJ', 'q=']) {
    expect(text).not.toContain(secret)
  }
})

test('whether errors are sent is switched here, and stays as it was where that fails', async () => {
  const user = userEvent.setup()
  const { server, show } = session()
  server.answer(errorSharing, () => ({ isOn: true }))
  server.answer(saveErrorSharing, ({ isOn }) => ({ isOn }))
  const dialog = show()
  const box = await dialog.findByRole('switch', { name: /Send errors/ })
  await user.click(box)
  expect(server.made.filter(({ path }) => path === saveErrorSharing.path)).toMatchObject([
    { request: { isOn: false } },
  ])
  expect(box).toHaveProperty('checked', false)
  server.answer(saveErrorSharing, () => {
    throw refused(503, 'later')
  })
  await user.click(box)
  await vi.waitFor(() => expect(server.services.notices.store.getState()).toHaveLength(1))
  expect(box).toHaveProperty('checked', false)
})

test('a browser that allows no copying is told of', async () => {
  const user = userEvent.setup()
  const dialog = session().show()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'))
  await user.click(dialog.getByRole('button', { name: 'Copy diagnostics' }))
  expect(await dialog.findByText('The browser didn’t allow copying.')).toBeTruthy()
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { ToolState } from '#shared/host/tools.ts'
import { fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ProjectSwitch } from './ProjectSwitch.tsx'
import { createToolServices, ToolsProvider } from './tools-context.tsx'

const NAME = 'Before you switch project'

function open(permissions: PermissionName[] = ['PROJECTS_CAN_USE_SWITCHER'], inDesktop = true) {
  const state: Record<'dialler' | 'surveyTool', ToolState> = { dialler: 'RUNNING', surveyTool: 'STOPPED' }
  const host = fakeDesktop({
    projectSwitchStatus: () => ({ ok: true, value: { ...state } }),
    projectSwitchLogout: () => {
      state.dialler = 'STOPPED'
      return { ok: true, value: null }
    },
  })
  const server = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  server.services.session.signIn(testToken(permissions))
  const value = createToolServices(server.services, window)
  renderWith(
    server.services,
    <ToolsProvider value={value}>
      <ProjectSwitch />
    </ToolsProvider>,
  )
  return { ...server, host }
}

const states = () =>
  within(screen.getByRole('region', { name: NAME }))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
const logout = () => screen.getByRole('button', { name: 'Sign out of them' })

test('S133 before a project switch it shows what runs, signs out of that alone, and looks again', async () => {
  const { host, services } = open()
  await waitFor(() => expect(states()).toEqual(['Running', 'Not running']))
  fireEvent.click(logout())
  await waitFor(() => expect(states()).toEqual(['Not running', 'Not running']))
  expect(services.notices.store.getState()).toMatchObject([
    { kind: 'success', message: 'You are signed out of the dialler and the survey tool.' },
  ])
  expect(host.requests('projectSwitchLogout')).toEqual([{ tools: ['DIALLER'] }])
  expect(logout()).toHaveProperty('disabled', true)
})

test('S133 what nobody can tell is not known, and a refusal is told', async () => {
  const { host, services } = open()
  await waitFor(() => expect(states()[0]).toBe('Running'))
  host.answer('projectSwitchLogout', refusal('failed', 'It did not end.'))
  host.answer('projectSwitchStatus', refusal('failed', 'no'))
  fireEvent.click(logout())
  await waitFor(() => expect(states()).toEqual(['Not known', 'Not known']))
  expect(services.notices.store.getState().map(({ message }) => message)).toEqual(['It did not end.'])
})

test('S133 it is for who switches projects, in the desktop client', () => {
  open([])
  open(['PROJECTS_CAN_USE_SWITCHER'], false)
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
})

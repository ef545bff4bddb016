import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCompanionSessions } from '../../services/session/companion.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ShellProvider, type ShellServices } from '../shell-context.tsx'
import { SessionInfo } from './SessionInfo.tsx'

test('it tells who, until when, and on what', () => {
  const { services } = fakeServices()
  services.session.signIn(testToken([], { exp: Date.UTC(2026, 10, 21, 20) / 1000 }))
  services.storage.set('build', 'build-7')
  const shell = { companion: createCompanionSessions() } as unknown as ShellServices
  renderWith(
    services,
    <ShellProvider value={shell}>
      <SessionInfo name="session-info" opened onClose={() => {}} params={undefined} />
    </ShellProvider>,
  )
  const dialog = within(screen.getByRole('dialog', { name: 'About this session' }))
  const facts = Object.fromEntries(
    dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    'Signed in as': 'Amelia Ward (amelia.ward)',
    Companion: 'Not known',
    Build: 'build-7',
    'Desktop app': 'This is a browser',
  })
  expect(facts['Signed in until']).toContain('21 Nov 2026')
})

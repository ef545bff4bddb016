import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { Checklist } from '../../features/checklist/index.ts'
import { DocumentsDialog, DocumentsScreen } from '../../features/documents/index.ts'
import { loadHardwareReports } from '../../features/hardware/index.ts'
import { MyExperienceScreen } from '../../features/my-experience/index.ts'
import { NotesDialog } from '../../features/notes/index.ts'
import { NotificationsDialog } from '../../features/notifications/index.ts'
import { OnboardingTasksDialog } from '../../features/onboarding-tasks/index.ts'
import { RemoteDesktopsDialog } from '../../features/remote-desktop/index.ts'
import { AgencyTicketsScreen, HelpCenterScreen } from '../../features/tickets/index.ts'
import type { ApiClient } from '../../services/http/api-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'

afterEach(cleanup)

const EVERY = Object.keys(PERMISSIONS) as PermissionName[]
const HardwareReports = await loadHardwareReports()
const dialog = { opened: true, onClose: () => {} }

/** What shows something that it reads by a quiet call, which tells of no failure by itself. */
const PARTS: readonly (readonly [name: string, part: ReactNode])[] = [
  ['the help center', <HelpCenterScreen key="1" />],
  ['an agency’s tickets', <AgencyTicketsScreen key="2" />],
  ['documents', <DocumentsScreen key="4" />],
  ['documents in their dialog', <DocumentsDialog key="5" {...dialog} />],
  ['the level', <MyExperienceScreen key="6" />],
  ['sticky notes', <NotesDialog key="7" {...dialog} />],
  ['notifications', <NotificationsDialog key="8" {...dialog} />],
  ['onboarding tasks', <OnboardingTasksDialog key="9" {...dialog} />],
  ['remote desktops', <RemoteDesktopsDialog key="10" {...dialog} />],
  ['the checklist', <Checklist key="11" />],
  ['reports of hardware', <HardwareReports key="12" />],
]

test.each(PARTS)(
  'S303 %s: why it cannot be had is told in its own place, and in no banner',
  async (_, part) => {
    const refuse: ApiClient['call'] = () => Promise.reject(refused(403, 'Closed for stocktaking.'))
    const { services } = fakeServices({ api: { call: refuse, upload: refuse as ApiClient['upload'] } })
    services.session.signIn(testToken(EVERY))
    renderSignedIn(services, part)
    const alerts = await screen.findAllByRole('alert')
    expect(alerts.map(({ textContent }) => textContent).join()).toContain('Closed for stocktaking.')
    expect(services.notices.store.getState()).toEqual([])
  },
)

import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ModuleDialog } from './index.ts'

function open(dialog: 'return-to-work', permissions: readonly PermissionName[] = []) {
  const { services } = fakeServices()
  services.session.signIn(testToken(permissions))
  const onClose = () => services.dialogs.close(dialog)
  const props = { opened: true, onClose }
  renderWith(
    services,
    <MemoryRouter>
      <UiLabelsProvider value={createUiLabels(services)}>
        <ModuleDialog {...props} name={dialog} />
      </UiLabelsProvider>
    </MemoryRouter>,
  )
  return { services }
}

test('a dialog without content says which it is', () => {
  open('return-to-work')
  expect(screen.getByRole('dialog', { name: 'Return to work' }).textContent).toContain(
    'This installation has no content for Return to work.',
  )
})

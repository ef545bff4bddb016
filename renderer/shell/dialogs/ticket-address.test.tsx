import { act, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { getUserHelpMessageData } from '#shared/contract/tickets.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DialogHost } from './DialogHost.tsx'

function Address() {
  const { search } = useLocation()
  return <output data-testid="search">{search}</output>
}

function open(path: string) {
  const at = fakeLive()
  at.services.session.signIn(testToken())
  at.answer(getUserHelpMessageData, () => {
    throw refused(400, 'This ticket is gone, or you may no longer see it.')
  })
  renderSignedIn(
    at.services,
    at.around(
      <>
        <DialogHost />
        <Address />
      </>,
    ),
    path,
  )
  return at
}

test('W046 an address opens a ticket over its page, and no longer names it once that is closed', async () => {
  open('/dashboard?filter=All&ticket=1209')
  const dialog = await screen.findByRole('dialog', { name: /^Ticket 1209/ })
  const [close] = await screen.findAllByRole('button', { name: 'Close' })
  expect(dialog.contains(close ?? null)).toBe(true)
  await act(async () => close?.click())
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?filter=All'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('W046 it opens by its id from anywhere, and an address that names no ticket opens none', async () => {
  const at = open('/dashboard?ticket=none')
  expect(at.services.dialogs.store.getState()).toEqual([])
  act(() => at.services.dialogs.open('tickets', { ticketID: 1214 }))
  expect(await screen.findByRole('dialog', { name: /^Ticket 1214/ })).toBeDefined()
})

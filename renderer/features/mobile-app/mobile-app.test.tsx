import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mobileRegistrationCode } from '#shared/contract/sign-in-later.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { MobileApp } from './MobileApp.tsx'

test('W205 a code is asked for when it is wanted, and shown as a QR code; a new one is another picture', async () => {
  const at = fakeServices()
  let asked = 0
  at.answer(mobileRegistrationCode, () => `fieldwork://pair?code=${++asked}`)
  renderWith(at.services, <MobileApp />)
  const user = userEvent.setup()
  expect(at.made).toEqual([])
  expect(screen.queryByRole('img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show the code' }))
  const picture = () => screen.getByRole('img', { name: 'Registration code for the mobile app' })
  const first = picture().innerHTML
  expect(screen.getByText(/^Good once, for (?:10:00|9:5\d) more/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show a new code' }))
  await act(async () => {})
  expect(picture().innerHTML).not.toBe(first)
})

test('W205 a refusal says why, and no old code stays', async () => {
  const at = fakeServices()
  at.answer(mobileRegistrationCode, () => {
    throw refused(400, 'Out of order.')
  })
  renderWith(at.services, <MobileApp />)
  await userEvent.click(screen.getByRole('button', { name: 'Show the code' }))
  expect(await screen.findByText('Out of order.')).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})

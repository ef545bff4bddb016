import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getLicence, type LicenceFacts, uploadLicence } from '#shared/contract/licence.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { LicenceSettings } from './LicenceSettings.tsx'

const LICENCE: LicenceFacts = {
  ...{ expiryDate: '2099-04-30T12:00:00.000Z', holder: 'Bright Surveys Ltd', seats: 40, seatsUsed: 42 },
  ...{ uploadedBy: 'Ann Ash', uploadedAt: '2026-05-04T12:00:00.000Z', hasKey: true },
}

test('A089 the licence shows its end, holder and seats; a file that isn’t valid is told, and a good one is taken over', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  server.answer(getLicence, () => LICENCE)
  server.answer(uploadLicence, ({ file }) => {
    if (file !== 'good') throw refused(400, 'This licence is not valid for this installation.')
    return { ...LICENCE, seats: 50 }
  })
  renderSignedIn(server.services, <LicenceSettings />)
  for (const text of ['30 April 2099', 'Bright Surveys Ltd', '42 used of 40'])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('2 more people are active than the licence has seats.')).toBeTruthy()
  const user = userEvent.setup()
  const input = screen.getByLabelText('Upload a licence file')
  await user.upload(input, new File(['bad'], 'licence.json'))
  expect(await screen.findByText('This licence is not valid for this installation.')).toBeTruthy()
  await user.upload(input, new File(['good'], 'licence.json'))
  expect(await screen.findByText('42 used of 50')).toBeTruthy()
  expect(screen.queryByText(/more people are active/)).toBeNull()
})

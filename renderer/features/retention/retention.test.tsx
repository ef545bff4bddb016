import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  holdable,
  type LegalHold,
  legalHolds,
  liftHold,
  placeHold,
  previewRetention,
} from '#shared/contract/retention.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { RetentionSettings } from './RetentionSettings.tsx'

const HOLD: LegalHold = {
  ...{ id: 2, personID: 7, projectID: null, name: 'Maria Keller', reason: 'Tribunal', placedBy: 'Ann' },
  placedAt: '2026-11-21T12:00:00.000Z',
}

function open(holds: LegalHold[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  server.answer(legalHolds, () => ({ holds }))
  return { ...server, user: userEvent.setup() }
}

test('A153 a changed age says how many records it takes, before it is saved', async () => {
  const at = open()
  const value = { keep: 1, unit: 'YEARS', end: 'DELETE' } as const
  at.answer(previewRetention, () => ({ count: 1204, held: 3, before: HOLD.placedAt, isApplied: true }))
  renderSignedIn(
    at.services,
    <RetentionSettings changed={[{ key: 'retention.chat', label: 'Chat', value }]} />,
  )
  expect(await screen.findByText('1204 records; legal holds keep 3 more.')).toBeTruthy()
  expect(at.made.find(({ path }) => path === previewRetention.path)?.request).toEqual({
    key: 'retention.chat',
    value,
  })
})

test('A153 a legal hold is placed on somebody who is found, and lifted after a question', async () => {
  const at = open([HOLD])
  at.answer(holdable, () => ({
    people: [{ id: 9, name: 'Paul Owusu' }],
    projects: [{ id: 4, name: 'Pauls study' }],
  }))
  at.answer(placeHold, () => ({ holds: [HOLD] }))
  at.answer(liftHold, () => ({ holds: [] }))
  renderSignedIn(at.services, <RetentionSettings changed={[]} />)
  await at.user.type(await screen.findByRole('textbox', { name: 'Person or project' }), 'Pa')
  await waitFor(() => expect(screen.getByRole('option', { name: 'Pauls study' })).toBeTruthy())
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Person or project' }), 'Pauls study')
  await at.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Audit')
  await at.user.click(screen.getByRole('button', { name: 'Place a hold' }))
  await waitFor(() =>
    expect(at.made.find(({ path }) => path === placeHold.path)?.request).toEqual({
      projectID: 4,
      reason: 'Audit',
    }),
  )
  vi.spyOn(at.services.prompts, 'ask').mockResolvedValue(true)
  await at.user.click(screen.getByRole('button', { name: 'Lift' }))
  await waitFor(() => expect(at.made.find(({ path }) => path === liftHold.path)?.request).toEqual({ id: 2 }))
})

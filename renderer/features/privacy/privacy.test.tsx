import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  approveErasure,
  type DataExport,
  type Erasure,
  type ErasurePreview,
  exportMine,
  myExports,
  previewErasure,
  requestErasure,
  requestExport,
} from '#shared/contract/privacy.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { MyData } from './Exports.tsx'
import { PersonalData } from './PersonalData.tsx'

const AT = '2026-11-21T12:00:00.000Z'
const MARIA = { id: 7, version: 1, userName: 'maria.keller', displayName: 'Maria Keller' }
const WAITING: Erasure = {
  ...{ id: 3, state: 'WAITING', withTexts: false, reason: 'They asked', requestedBy: 'Ann', requestedAt: AT },
  ...{ approvedBy: null, effectiveAt: null, endedAt: null, mayApprove: true },
}
const PREVIEW: ErasurePreview = {
  deleted: [{ what: 'Mood answers', count: 3, why: '' }],
  anonymised: [],
  kept: [{ what: 'Shifts', count: 1, why: 'Pay law asks for six years of it.' }],
  refusal: null,
  erasures: [],
}

function open(preview: ErasurePreview = PREVIEW, exports: readonly DataExport[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_ERASE_PERSONAL_DATA']))
  server.answer(myExports, () => ({ exports: [...exports] }))
  server.answer(previewErasure, () => preview)
  const sent = ({ path: asked }: { path: string }) =>
    server.made.filter(({ path }) => path === asked).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A155 what goes and what is kept is told; the user name and a reason are typed before it is asked for', async () => {
  const at = open()
  renderSignedIn(at.services, <PersonalData record={MARIA} />)
  expect(await screen.findByText('3 records')).toBeTruthy()
  expect(screen.getByText('Pay law asks for six years of it.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Erase …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase the data of Maria Keller?' }))
  const erase = dialog.getByRole('button', { name: 'Erase …' })
  await at.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They asked')
  await at.user.type(dialog.getByRole('textbox', { name: /^Type the user name/ }), 'maria')
  expect(erase).toHaveProperty('disabled', true)
  await at.user.type(dialog.getByRole('textbox', { name: /^Type the user name/ }), '.keller')
  at.answer(requestErasure, () => {
    throw refused(409, '', 'An erasure of this person is under way already.', 'privacy.asked')
  })
  await at.user.click(erase)
  expect(await dialog.findByText('An erasure of this person is under way already.')).toBeTruthy()
  at.answer(requestErasure, () => ({ ...PREVIEW, erasures: [{ ...WAITING, mayApprove: false }] }))
  await at.user.click(erase)
  expect(await screen.findByText('Waits for approval')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(at.sent(requestErasure).at(-1)).toEqual({
    ...{ userID: 7, userName: 'maria.keller', reason: 'They asked', withTexts: false },
  })
})

test('A155 somebody else approves after a question, and sees when it takes effect', async () => {
  const at = open({ ...PREVIEW, erasures: [WAITING] })
  renderSignedIn(at.services, <PersonalData record={MARIA} />)
  vi.spyOn(at.services.prompts, 'ask').mockResolvedValue(true)
  at.answer(approveErasure, () => ({
    ...PREVIEW,
    erasures: [{ ...WAITING, state: 'APPROVED', approvedBy: 'Tom', effectiveAt: AT, mayApprove: false }],
  }))
  await at.user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/approved by Tom, takes effect 21 Nov, 12:00/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the erasure' })).toBeTruthy()
})

test('A155 why somebody can’t be erased stands where the button would', async () => {
  const at = open({ ...PREVIEW, refusal: 'Deactivate this person first.' })
  renderSignedIn(at.services, <PersonalData record={MARIA} />)
  expect(await screen.findByText('Deactivate this person first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Erase …' })).toBeNull()
})

test('A154 a copy needs a reason for somebody else, and none for oneself; one that is ready is there to fetch', async () => {
  const ready: DataExport = { id: 5, state: 'READY', requestedAt: AT, size: 9, expiresAt: AT }
  const at = open(PREVIEW, [ready])
  at.answer(requestExport, () => ready)
  at.answer(exportMine, () => ready)
  const { unmount } = renderSignedIn(at.services, <PersonalData record={MARIA} />)
  const make = await screen.findByRole('button', { name: 'Make a copy' })
  expect(make).toHaveProperty('disabled', true)
  await at.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Their wish')
  await at.user.click(make)
  await waitFor(() => expect(at.sent(requestExport)).toEqual([{ userID: 7, reason: 'Their wish' }]))
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
  unmount()
  renderSignedIn(at.services, <MyData />)
  await at.user.click(await screen.findByRole('button', { name: 'Make a copy of my data' }))
  await waitFor(() => expect(at.sent(exportMine)).toHaveLength(1))
})

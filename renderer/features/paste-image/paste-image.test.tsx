import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { startConversation } from '#shared/contract/chat.ts'
import { sendAttachmentToThread } from '#shared/contract/chat-files.ts'
import { uploadDocument } from '#shared/contract/documents.ts'
import { searchUsers } from '#shared/contract/help.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { usePasteKeys } from './index.ts'
import { PasteImageDialog } from './PasteImageDialog.tsx'

const ALL: PermissionName[] = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT', 'CAN_USE_DOCUMENTS']
const PNG = new File(['picture'], 'image.png', { type: 'image/png' })
const SCRIPT = new File(['<svg onload=alert(1)>'], 'x.svg', { type: 'image/svg+xml' })

function open(file: File | null = PNG, permissions = ALL) {
  const server = fakeServices({ now: () => Date.parse('2026-11-23T12:00:00Z') })
  server.services.session.signIn(testToken(permissions))
  const onClose = vi.fn<() => void>()
  renderSignedIn(
    server.services,
    <PasteImageDialog opened onClose={onClose} params={file ? { file } : undefined} />,
  )
  const told = () => server.services.notices.store.getState().map(({ message }) => message)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, onClose, told, sent, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const paste = (target: Element, ...files: File[]) =>
  act(() => void fireEvent.paste(target, { clipboardData: { files } }))

test('S100 the dialog takes a picture by paste or by choice, and nothing that isn’t one', async () => {
  const at = open(null)
  expect(screen.getByRole('dialog', { name: 'Paste image' })).toBeDefined()
  const place = screen.getByText(/Press Ctrl\+V/)
  await paste(place, SCRIPT)
  expect(screen.getByText(/There is no picture in that/)).toBeDefined()
  await paste(place)
  expect(screen.queryByRole('img', { name: 'The pasted picture' })).toBeNull()
  await paste(place, PNG)
  expect(screen.getByRole('img', { name: 'The pasted picture' })).toBeDefined()
  expect(screen.queryByText(/There is no picture in that/)).toBeNull()
  const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' })
  await at.user.upload(screen.getByLabelText('Another picture'), big)
  expect(screen.getByText('A document may have 10 MB at most.')).toBeDefined()
})

test('a picture is kept in the documents under its name; what was refused says why and keeps all', async () => {
  const at = open()
  await at.user.selectOptions(screen.getByLabelText('What to do with it'), 'documents')
  const name = screen.getByLabelText('Name')
  expect(name).toHaveProperty('value', 'Pasted image 23 Nov 2026')
  await at.user.clear(name)
  expect(button('Keep')).toHaveProperty('disabled', true)
  await at.user.type(name, 'Quota error')
  at.answer(uploadDocument, () => {
    throw refused(400, 'Your documents may have 100 MB together.')
  })
  await at.user.click(button('Keep'))
  expect(await screen.findByText('Your documents may have 100 MB together.')).toBeDefined()
  expect(name).toHaveProperty('value', 'Quota error')
  at.answer(uploadDocument, () => ({
    ...{ id: 1, name: 'Quota error.png', contentType: 'image/png', size: 7 },
    uploadedAt: '2026-11-23T12:00:00.000Z',
  }))
  await at.user.click(button('Keep'))
  await waitFor(() => expect(at.onClose).toHaveBeenCalledOnce())
  const [{ file } = { file: PNG }] = at.sent(uploadDocument).slice(-1) as { file: File }[]
  expect([file.name, file.type]).toEqual(['Quota error.png', 'image/png'])
  expect(at.told()).toEqual(['The picture is in your documents.'])
})

test('a picture is sent to a colleague, as a pasted one', async () => {
  const at = open()
  const grace = {
    userID: 4,
    userName: 'grace',
    displayName: 'Grace Oduya',
    role: 'Interviewer',
    areaName: 'Leeds',
  }
  at.answer(searchUsers, () => [grace])
  at.answer(startConversation, () => ({ threadID: 31 }))
  at.answer(sendAttachmentToThread, () => ({}))
  expect(button('Send')).toHaveProperty('disabled', true)
  await at.user.type(screen.getByRole('textbox', { name: 'Colleague' }), 'gra')
  await at.user.click(await screen.findByRole('option', { name: /Grace Oduya/ }))
  await at.user.click(button('Send'))
  await waitFor(() => expect(at.told()).toEqual(['The picture is sent to Grace Oduya.']))
  expect(at.sent(startConversation)).toEqual([{ users: [4] }])
  expect(at.sent(sendAttachmentToThread)).toMatchObject([{ threadID: 31, type: 'FILE' }])
})

test('who may only do one of both is offered that', () => {
  open(PNG, ['CAN_USE_DOCUMENTS'])
  expect([...document.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Keep it in my documents',
  ])
})

function Screen({ isFree }: { isFree: boolean }) {
  usePasteKeys(isFree)
  return (
    <>
      <p>Here</p>
      <textarea aria-label="Text" />
    </>
  )
}

test.each([
  ['opens with a picture that is pasted on the page', 'Here', true, ALL, [PNG], true],
  ['leaves what is pasted into text', 'Text', true, ALL, [PNG], false],
  ['leaves what is pasted while something lies over the page', 'Here', false, ALL, [PNG], false],
  ['leaves whoever may put it nowhere', 'Here', true, ['GENERAL_CAN_USE_TEAM_CHAT'], [PNG], false],
  ['leaves what is no picture', 'Here', true, ALL, [SCRIPT], false],
] as const)('Paste image %s', async (_what, where, isFree, permissions, files, opens) => {
  const { services } = fakeServices()
  services.session.signIn(testToken([...permissions]))
  renderSignedIn(services, <Screen isFree={isFree} />)
  await paste(where === 'Text' ? screen.getByLabelText('Text') : screen.getByText('Here'), ...files)
  const state = services.dialogs.store.getState()
  expect(state.map(({ name }) => name)).toEqual(opens ? ['paste-image'] : [])
  if (opens) expect(state[0]?.params).toEqual({ file: PNG })
})

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type DocumentInfo,
  deleteDocument,
  downloadDocument,
  myDocuments,
  renameDocument,
  restoreDocument,
  uploadDocument,
} from '#shared/contract/documents.ts'
import { ApiError, type UploadOptions } from '../../services/http/api-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DocumentsScreen } from './DocumentsScreen.tsx'
import { ExternalDocumentScreen } from './ExternalDocumentScreen.tsx'

beforeEach(() => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => {}
})
afterEach(() => vi.restoreAllMocks())

const PLAN: DocumentInfo = {
  id: 4,
  name: 'plan.txt',
  contentType: 'text/plain',
  size: 5,
  uploadedAt: '2026-11-20T12:00:00.000Z',
}

function open(content = <DocumentsScreen />, chosen: string | null = null) {
  const server = fakeServices()
  const { services } = server
  services.session.signIn(testToken())
  if (chosen !== null) services.storage.set('externalDocumentID', chosen)
  server.answer(myDocuments, () => [PLAN])
  const file = (type: string) => ({ blob: new Blob(['hello'], { type }), fileName: 'plan.txt' })
  server.answer(downloadDocument, () => file('text/plain'))
  const view = renderSignedIn(services, content)
  const told = () => services.notices.store.getState().map(({ message }) => message)
  const menu = async (item: string) => {
    await at.user.click(await screen.findByRole('button', { name: 'More for plan.txt' }))
    await at.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const at = { ...server, ...view, services, told, file, menu, user: userEvent.setup() }
  return at
}

test('documents are listed, looked at and left again', async () => {
  const at = open()
  await at.user.click(await screen.findByRole('button', { name: 'Open plan.txt' }))
  expect(await screen.findByText('hello')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Back to the list' }))
  expect(screen.getByRole('button', { name: 'Open plan.txt' })).toBeDefined()
})

test('a picture is shown as one; what has no preview, or none that works, can be downloaded', async () => {
  const at = open()
  at.answer(downloadDocument, () => at.file('image/png'))
  await at.user.click(await screen.findByRole('button', { name: 'Open plan.txt' }))
  const picture = await screen.findByRole('img', { name: 'plan.txt' })
  expect(picture.getAttribute('src')).toBe('blob:made')
  act(() => void picture.dispatchEvent(new Event('error')))
  expect(await screen.findByText('This file could not be shown.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Back to the list' }))
  at.answer(downloadDocument, () => at.file('image/svg+xml'))
  await at.user.click(screen.getByRole('button', { name: 'Open plan.txt' }))
  expect(await screen.findByText('There is no preview for this kind of file.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download' })).toBeDefined()
})

test('a file is uploaded with its progress, can be cancelled, and holds the person meanwhile', async () => {
  const at = open()
  const uploads: { options: UploadOptions; finish: (info: DocumentInfo) => void }[] = []
  at.answer(
    uploadDocument,
    (_request, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'Upload aborted.')))
        uploads.push({ options, finish: resolve })
      }),
  )
  const choose = await screen.findByLabelText('Upload documents')
  await at.user.upload(choose, new File(['new'], 'new.txt'))
  act(() => uploads[0]?.options.onProgress?.(0.4))
  expect(screen.getByRole('progressbar', { name: 'Upload progress: new.txt' })).toHaveProperty('value', 40)
  expect(at.services.navigationLock.reasons()).toEqual(['a document is being uploaded'])
  await at.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(at.told()).toEqual(['Upload aborted.']))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(at.services.navigationLock.reasons()).toEqual([])
  await at.user.upload(choose, new File(['new'], 'new.txt'))
  uploads[1]?.finish({ ...PLAN, id: 5, name: 'new.txt', uploadedAt: '2026-11-21T12:00:00.000Z' })
  await screen.findByRole('button', { name: 'Open new.txt' })
  const names = screen.getAllByRole('button', { name: /^Open / }).map((one) => one.textContent)
  expect(names).toEqual(['Open new.txt', 'Open plan.txt'])
})

test('an empty file is not sent, and a refused one says why; both can be put away', async () => {
  const at = open()
  at.answer(uploadDocument, () => {
    throw refused(400, 'Your documents are full.')
  })
  const choose = await screen.findByLabelText('Upload documents')
  await at.user.upload(choose, [new File([], 'empty.txt'), new File(['a'], 'a.txt')])
  const problems = await screen.findAllByRole('alert')
  expect(problems.map(({ textContent }) => textContent)).toEqual([
    'This file is empty.',
    'Your documents are full.',
  ])
  await at.user.click(screen.getByRole('button', { name: 'Dismiss empty.txt' }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a document is renamed; a name that no file can have is not sent', async () => {
  const at = open()
  at.answer(renameDocument, ({ name }: { name: string }) => ({ ...PLAN, name }))
  await at.menu('Rename')
  const field = screen.getByRole('textbox', { name: 'New name' })
  await at.user.clear(field)
  await at.user.type(field, 'a/b')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await at.user.clear(field)
  await at.user.type(field, 'b.txt{Enter}')
  expect(await screen.findByRole('button', { name: 'Open b.txt' })).toBeDefined()
})

test('a document is deleted and put back; a refused deletion puts it back by itself', async () => {
  const at = open()
  at.answer(deleteDocument, () => ({ done: true }))
  at.answer(restoreDocument, () => PLAN)
  await at.menu('Delete')
  expect(await screen.findByText('You have no documents yet.')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Open plan.txt' })).toBeDefined()
  at.answer(deleteDocument, () => {
    throw refused(500, 'No.')
  })
  await at.menu('Delete')
  expect(await screen.findByRole('button', { name: 'Open plan.txt' })).toBeDefined()
})

test('a window of its own gets the id of its document and forgets it; without one it says so', async () => {
  const at = open()
  const opened = vi.spyOn(window, 'open').mockReturnValue(window)
  await at.menu('Open in a window of its own')
  expect(at.services.storage.get('externalDocumentID')).toBe('4')
  expect(opened.mock.calls[0]?.[0]).toBe('/view-document-external')
  at.unmount()
  const other = open(<ExternalDocumentScreen />, '4')
  expect(await screen.findByText('hello')).toBeDefined()
  expect(other.made).toContainEqual({ path: '/api/documents/download', request: { id: 4 } })
  expect(other.services.storage.get('externalDocumentID')).toBeNull()
  const closed = vi.spyOn(window, 'close').mockReturnValue()
  await other.user.click(screen.getByRole('button', { name: 'Close window' }))
  expect(closed).toHaveBeenCalledTimes(1)
  other.unmount()
  open(<ExternalDocumentScreen />, 'nonsense')
  expect(screen.getByText(/No document was chosen/)).toBeDefined()
})

test('a list that can not be fetched says so and can be tried again', async () => {
  const at = open()
  at.unmount()
  const server = fakeServices()
  renderSignedIn(server.services, <DocumentsScreen />)
  expect((await screen.findByRole('alert')).textContent).toContain('Your documents could not be fetched.')
  server.answer(myDocuments, () => [])
  await at.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no documents yet.')).toBeDefined()
})

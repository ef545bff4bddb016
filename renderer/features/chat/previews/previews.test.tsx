import { utils, write } from '@e965/xlsx'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadAttachment } from '#shared/contract/chat.ts'
import { fetchFullImage, getAttachmentDetails, previewMessage } from '#shared/contract/chat-files.ts'
import { ApiError } from '../../../services/http/api-client.ts'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { showChat } from '../testing/show-chat.tsx'
import { columnName, readSheets, SHEET_ROWS_MAX } from './sheets.ts'

vi.setConfig({ testTimeout: 30_000 })

const SMALL = 'data:image/png;base64,c21hbGw='
const FULL = 'data:image/png;base64,ZnVsbA=='
const details = (over: object) => ({
  fileName: 'file',
  filePath: '',
  preview: '',
  size: 10,
  contentType: 'application/octet-stream',
  ...over,
})

let stop = () => {}
beforeEach(() => void configure({ defaultHidden: true }))
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

async function show(message: string, answers: FakeServicesOptions['answers'] = {}) {
  const shown = await showChat(
    {
      me: { id: 1, name: 'Tom Whitfield' },
      threads: [aThread({ id: 7, displayLabel: 'Amelia Hart' })],
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message, type: 'CENTRAL_FILE_HUB' })] },
      answers,
    },
    'Amelia',
  )
  stop = shown.stop
  const [name = ''] = message.split('\n')
  const open = () =>
    fireEvent.click(
      screen.getAllByRole('button', { name: (said) => said.startsWith(`Preview ${name}`) })[0] as HTMLElement,
    )
  const dialog = async () => within(await screen.findByRole('dialog'))
  return { ...shown, open, dialog }
}

describe('images', () => {
  test('C092 a click shows the image in full over the window; Escape closes it', async () => {
    const { open, dialog, user } = await show('plan.png\nThe new floor', {
      [previewMessage.path]: () => SMALL,
      [fetchFullImage.path]: () => FULL,
    })
    expect((await screen.findByRole('img', { name: 'plan.png' })).getAttribute('src')).toBe(SMALL)
    expect(screen.getByText('The new floor')).toBeDefined()
    open()
    const image = await (await dialog()).findByRole('img', { name: 'plan.png' })
    await waitFor(() => expect(image.getAttribute('src')).toBe(FULL))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('C244 where the full image can’t be had the small one is shown instead', async () => {
    const { open, dialog, server } = await show('plan.png', { [previewMessage.path]: () => SMALL })
    server.fail(fetchFullImage)
    open()
    const shown = await dialog()
    expect(
      await shown.findByText(
        /^The full size couldn't be loaded. This is the small one. The server is currently busy/,
      ),
    ).toBeDefined()
    expect(shown.getByRole('img', { name: 'plan.png' }).getAttribute('src')).toBe(SMALL)
  })

  test('a large image without a small one is drawn from its file, and asked for once', async () => {
    const { server, chat } = await show('plan.png', { [previewMessage.path]: () => '' })
    const image = await screen.findByRole('img', { name: 'plan.png' })
    expect(image.getAttribute('src')).toMatch(/^blob:/)
    await chat.smallImage('MESSAGE:7', 1)
    expect(server.bodiesOf(previewMessage)).toHaveLength(1)
  })

  test('one that the browser can’t draw says so, small and in full', async () => {
    const { open, dialog } = await show('plan.png', {
      [previewMessage.path]: () => SMALL,
      [fetchFullImage.path]: () => FULL,
    })
    open()
    const shown = await dialog()
    const image = () => shown.getByRole('img', { name: 'plan.png' })
    await waitFor(() => expect(image().getAttribute('src')).toBe(FULL))
    fireEvent.error(image())
    expect(shown.getByRole('status').textContent).toBe(
      "The full size couldn't be loaded. This is the small one.",
    )
    fireEvent.error(image())
    expect(shown.getByRole('alert').textContent).toBe('This file cannot be shown. It may be damaged.')
    fireEvent.error(screen.getByRole('img', { name: 'plan.png' }))
    expect(screen.getByLabelText('The image could not be loaded')).toBeDefined()
  })

  test('an SVG isn’t drawn: it could run', async () => {
    await show('plan.svg')
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('previews', () => {
  test("C245 film without a file path reads 'File not available'", async () => {
    const { open, dialog } = await show('interview.mp4', { [getAttachmentDetails.path]: () => details({}) })
    open()
    expect((await (await dialog()).findByText('File not available')).closest('[role=alert]')).not.toBeNull()
  })

  test("C245 sound without a file path reads 'File not available'", async () => {
    await show('note.wav', { [getAttachmentDetails.path]: () => details({}) })
    const player = within(await screen.findByRole('group', { name: 'note.wav' }))
    fireEvent.click(player.getByRole('button', { name: 'Play' }))
    expect(await screen.findByText('File not available')).toBeDefined()
  })

  test('film is streamed from its token’s address, and nothing is fetched before it is wanted', async () => {
    const { open, dialog, server } = await show('interview.mp4', {
      [getAttachmentDetails.path]: () => details({ fileName: 'interview.mp4', filePath: 'a b/c' }),
    })
    expect(server.bodiesOf(getAttachmentDetails)).toEqual([])
    open()
    const film = await (await dialog()).findByLabelText('interview.mp4')
    expect(film.tagName).toBe('VIDEO')
    expect(film.getAttribute('src')).toBe('/api/public/secure/video-play/watch-video?token=a%20b%2Fc')
    expect(server.bodiesOf(getAttachmentDetails)).toMatchObject([{ id: 1, prepareStream: true }])
  })

  test("C246 another type reads 'Preview is not supported for this type', with a download button", async () => {
    const { open, dialog, server } = await show('survey.sav')
    open()
    const shown = await dialog()
    expect(await shown.findByText('Preview is not supported for this type')).toBeDefined()
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    fireEvent.click(shown.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(server.bodiesOf(downloadAttachment)).toMatchObject([{ id: 1 }])
  })

  test('a text is shown as it is, and says where it was cut', async () => {
    const { open, dialog } = await show('notes.txt', {
      [getAttachmentDetails.path]: () =>
        details({ fileName: 'notes.txt', preview: '<b>one</b>\ntwo', size: 99_999 }),
    })
    open()
    const shown = await dialog()
    expect(await shown.findByText(/<b>one<\/b>/)).toBeDefined()
    expect(shown.getByText(/^Only the beginning is shown/)).toBeDefined()
  })

  test('a file that was revoked meanwhile says what the server says', async () => {
    const { open, dialog, server } = await show('notes.txt')
    server.fail(getAttachmentDetails, new ApiError('refused', 'File not available', 400))
    open()
    expect(await (await dialog()).findByText('File not available')).toBeDefined()
  })

  test('a sheet’s cells, one sheet at a time', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Region', 'Done'],
        ['<i>North</i>', 97],
      ]),
      'Quotas',
    )
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Later']]), 'Notes')
    const blob = new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer])
    const { open, dialog } = await show('quotas.xlsx', {
      [getAttachmentDetails.path]: () => details({ fileName: 'quotas.xlsx' }),
      [downloadAttachment.path]: () => ({ blob, fileName: 'quotas.xlsx' }),
    })
    open()
    const shown = await dialog()
    expect(await shown.findByRole('cell', { name: '<i>North</i>' })).toBeDefined()
    fireEvent.click(shown.getByRole('button', { name: 'Notes' }))
    expect(await shown.findByRole('cell', { name: 'Later' })).toBeDefined()
  })

  test('a damaged document says so and can be downloaded', async () => {
    const { open, dialog } = await show('brief.docx', {
      [getAttachmentDetails.path]: () => details({ fileName: 'brief.docx' }),
      [downloadAttachment.path]: () => ({ blob: new Blob(['no zip']), fileName: 'brief.docx' }),
    })
    open()
    const shown = await dialog()
    expect(await shown.findByText('This file cannot be shown. It may be damaged.')).toBeDefined()
    expect(shown.getByRole('button', { name: 'Download' })).toBeDefined()
  })

  test('a file that is too large for the page isn’t fetched', async () => {
    const { open, dialog, server } = await show('big.xlsx', {
      [getAttachmentDetails.path]: () => details({ fileName: 'big.xlsx', size: 99_000_000 }),
    })
    open()
    expect(await (await dialog()).findByText('This file is too large to be shown here.')).toBeDefined()
    expect(server.bodiesOf(downloadAttachment)).toEqual([])
  })
})

describe('sheets', () => {
  test('a long sheet is cut, a comma list is read as text, and columns have their letters', async () => {
    const lines = Array.from({ length: SHEET_ROWS_MAX + 5 }, (_, n) => `${n},=1+1`).join('\n')
    const [sheet] = await readSheets(new Blob([lines]), 'list.csv')
    expect(sheet).toMatchObject({ isCut: true })
    expect(sheet?.rows).toHaveLength(SHEET_ROWS_MAX)
    expect(sheet?.rows[2]).toEqual(['2', '=1+1'])
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})

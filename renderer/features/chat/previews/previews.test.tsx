import { utils, write } from '@e965/xlsx'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadAttachment } from '#shared/contract/chat.ts'
import { fetchFullImage, getAttachmentDetails, previewMessage } from '#shared/contract/chat-files.ts'
import { ApiError } from '../../../services/http/api-client.ts'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { showChat } from '../testing/show-chat.tsx'
import { LAID_OUT_MAX } from './FileContent.tsx'
import { columnName, readSheets } from './sheets.ts'

const TEXT_PREVIEW_BYTES = 65_536
const SHEET_ROWS_MAX = 500
const TEXT_SHOWN_MAX = 1_048_576
const TEXT_PART_BYTES = 65_536

/** The browser tests draw pages; here it is only looked at what they are drawn from. */
vi.mock('../../documents/index.ts', () => ({
  loadPdfPages:
    async () =>
    ({ file, onError }: { file: Blob | string; onError: (isBroken: boolean) => void }) => (
      <div>
        <p>{typeof file === 'string' ? file : 'whole'}</p>
        <button type="button" onClick={() => onError(false)}>
          ended
        </button>
        <button type="button" onClick={() => onError(true)}>
          damaged
        </button>
      </div>
    ),
}))

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

  test('C092 of a message that is gone it says so', async () => {
    const { chat } = await show('plan.png', { [previewMessage.path]: () => SMALL })
    act(() => chat.openDialog({ kind: 'image', thread: 'MESSAGE:7', messageID: 99 }))
    const shown = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect((await shown.findByRole('alert')).textContent).toBe(
      'This message is not here any more, or you are not in its chat.',
    )
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

  test('C244 a large image without a small one is drawn from its file, and asked for once', async () => {
    const { server, chat } = await show('plan.png', { [previewMessage.path]: () => '' })
    const image = await screen.findByRole('img', { name: 'plan.png' })
    expect(image.getAttribute('src')).toMatch(/^blob:/)
    await chat.smallImage('MESSAGE:7', 1)
    expect(server.bodiesOf(previewMessage)).toHaveLength(1)
  })

  test('C092 C244 one that the browser can’t draw says so, small and in full', async () => {
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
    expect(image().getAttribute('src')).toBe(SMALL)
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
    let filePath = ''
    const { open, dialog, user } = await show('interview.mp4', {
      [getAttachmentDetails.path]: () => details({ fileName: 'interview.mp4', filePath }),
    })
    open()
    expect((await (await dialog()).findByText('File not available')).closest('[role=alert]')).not.toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    filePath = 'abc'
    open()
    expect((await (await dialog()).findByLabelText('interview.mp4')).tagName).toBe('VIDEO')
    expect(screen.queryByText('File not available')).toBeNull()
  })

  test('C245 sound in the preview is played from its path, and without one reads so, too', async () => {
    let filePath = ''
    const { chat, dialog } = await show('note.wav', {
      [getAttachmentDetails.path]: () => details({ fileName: 'note.wav', filePath }),
    })
    const preview = () => act(() => chat.openDialog({ kind: 'preview', thread: 'MESSAGE:7', messageID: 1 }))
    preview()
    expect((await (await dialog()).findByText('File not available')).closest('[role=alert]')).not.toBeNull()
    act(() => chat.closeDialog())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    filePath = 'abc'
    preview()
    expect((await (await dialog()).findByLabelText('note.wav')).tagName).toBe('AUDIO')
    expect(screen.queryByText('File not available')).toBeNull()
  })

  test('C245 what is neither sound nor film needs no path', async () => {
    const { open, dialog } = await show('notes.txt', {
      [getAttachmentDetails.path]: () => details({ fileName: 'notes.txt', preview: 'Said so', size: 7 }),
    })
    open()
    expect(await (await dialog()).findByText('Said so')).toBeDefined()
    expect(screen.queryByText('File not available')).toBeNull()
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

  test('C246 a damaged document says so and can be downloaded', async () => {
    const { open, dialog } = await show('brief.docx', {
      [getAttachmentDetails.path]: () => details({ fileName: 'brief.docx' }),
      [downloadAttachment.path]: () => ({ blob: new Blob(['no zip']), fileName: 'brief.docx' }),
    })
    open()
    const shown = await dialog()
    expect(await shown.findByText('This file cannot be shown. It may be damaged.')).toBeDefined()
    expect(shown.getByRole('button', { name: 'Download' })).toBeDefined()
  })
})

describe('large files', () => {
  /** A file that is served by its parts; what was asked for. */
  function parts(bytes: Uint8Array, statuses: readonly number[] = []) {
    const asked: string[] = []
    vi.spyOn(window, 'fetch').mockImplementation(async (_url, { headers = {} } = {}) => {
      const range = new Headers(headers).get('range') ?? ''
      const status = statuses[asked.length] ?? 206
      asked.push(range)
      const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
      const part = bytes.slice(Number(from), Number(last) + 1)
      return new Response(status === 206 ? part : bytes.slice(), { status })
    })
    return asked
  }
  const streamed = (fileName: string, size: number, preview = '') => ({
    [getAttachmentDetails.path]: () => details({ fileName, filePath: 'signed', size, preview }),
  })

  test.each([
    ['brief.docx', /may be damaged/],
    ['quotas.xlsx', 'no zip'],
  ])('%s is held whole up to 20 MB, and not fetched above', async (name, held) => {
    expect(LAID_OUT_MAX).toBe(20_971_520)
    for (const [size, isFetched] of [
      [LAID_OUT_MAX, true],
      [LAID_OUT_MAX + 1, false],
    ] as const) {
      const { open, dialog, server } = await show(name, {
        [getAttachmentDetails.path]: () => details({ fileName: name, size }),
        [downloadAttachment.path]: () => ({ blob: new Blob(['no zip']), fileName: name }),
      })
      open()
      const shown = await dialog()
      const words = isFetched ? held : 'This file is too large to be shown here.'
      expect(await shown.findByText(words)).toBeDefined()
      expect(shown.queryByRole('button', { name: 'Download' }) !== null).toBe(held !== 'no zip' || !isFetched)
      expect(server.bodiesOf(downloadAttachment)).toHaveLength(isFetched ? 1 : 0)
      stop()
      cleanup()
    }
  })

  test('a PDF is read from its address, of whatever size, and never held whole', async () => {
    const { open, dialog, server } = await show('plan.pdf', streamed('plan.pdf', 150_000_000))
    open()
    expect(await (await dialog()).findByText(/token=signed$/)).toBeDefined()
    expect(server.bodiesOf(downloadAttachment)).toEqual([])
  })

  test('a PDF whose address has ended says so, and is tried again with another', async () => {
    let issued = 0
    const { open, dialog } = await show('plan.pdf', {
      [getAttachmentDetails.path]: () => details({ fileName: 'plan.pdf', filePath: `token-${++issued}` }),
    })
    open()
    const shown = await dialog()
    fireEvent.click(await shown.findByRole('button', { name: 'ended' }))
    expect(shown.getByText('File not available')).toBeDefined()
    fireEvent.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText(/token=token-2$/)).toBeDefined()
    fireEvent.click(await shown.findByRole('button', { name: 'damaged' }))
    expect(shown.getByText('This file cannot be shown. It may be damaged.')).toBeDefined()
  })

  test('of a text that comes whole with its details nothing more is fetched', async () => {
    const asked = parts(new Uint8Array())
    const { open, dialog } = await show('a.log', streamed('a.log', TEXT_PREVIEW_BYTES, 'all of it'))
    open()
    expect(await (await dialog()).findByText('all of it')).toBeDefined()
    expect(asked).toEqual([])
  })

  test('of a longer one 64 KB are fetched at a time, and signs between two of them stay whole', async () => {
    // The first part ends within a sign of two bytes.
    const first = `${'x'.repeat(TEXT_PART_BYTES - 1)}é`
    const bytes = new TextEncoder().encode(`${first}${'y'.repeat(9)}end`)
    const asked = parts(bytes)
    const { open, dialog, server } = await show('a.log', streamed('a.log', bytes.length, 'xxx'))
    open()
    const shown = await dialog()
    expect(await shown.findByText(/^The first 64 KB of/)).toBeDefined()
    expect(asked).toEqual([`bytes=0-${TEXT_PART_BYTES - 1}`])
    fireEvent.click(shown.getByRole('button', { name: 'Show more' }))
    expect(await shown.findByText(/yyyyyyyyyend/)).toBeDefined()
    expect(asked.slice(1)).toEqual([`bytes=${TEXT_PART_BYTES}-${bytes.length - 1}`])
    const text = shown.getByRole('region', { name: 'a.log' })
    expect(text.textContent === new TextDecoder().decode(bytes)).toBe(true)
    expect(document.activeElement).toBe(text)
    expect(shown.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(shown.queryByText(/^The first/)).toBeNull()
    expect(server.bodiesOf(downloadAttachment)).toEqual([])
  })

  test('what isn’t answered by its parts isn’t read, and is tried again from where it was', async () => {
    const bytes = new TextEncoder().encode('z'.repeat(TEXT_PART_BYTES + 5))
    const asked = parts(bytes, [206, 200, 206])
    const { open, dialog } = await show('a.log', streamed('a.log', bytes.length))
    open()
    const shown = await dialog()
    fireEvent.click(await shown.findByRole('button', { name: 'Show more' }))
    expect(await shown.findByText('File not available')).toBeDefined()
    fireEvent.click(shown.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(shown.queryByText('File not available')).toBeNull())
    await waitFor(() =>
      expect(shown.getByRole('region', { name: 'a.log' }).textContent).toHaveLength(bytes.length),
    )
    const rest = `bytes=${TEXT_PART_BYTES}-${bytes.length - 1}`
    expect(asked.slice(1)).toEqual([rest, rest])
  })

  test('a list is a sheet up to 20 MB and a text above, and no more than 1 MB of it is shown', async () => {
    const asked = parts(new TextEncoder().encode('1,2,3\n'.repeat(TEXT_SHOWN_MAX / 4)))
    const whole = await show('list.csv', {
      ...streamed('list.csv', LAID_OUT_MAX),
      [downloadAttachment.path]: () => ({ blob: new Blob(['a,b']), fileName: 'list.csv' }),
    })
    whole.open()
    expect(await (await whole.dialog()).findByRole('cell', { name: 'b' })).toBeDefined()
    expect(asked).toEqual([])
    stop()
    cleanup()
    const { open, dialog } = await show('list.csv', streamed('list.csv', LAID_OUT_MAX + 1))
    open()
    const shown = await dialog()
    const presses = TEXT_SHOWN_MAX / TEXT_PART_BYTES - 1
    for (let press = 0; press < presses; press++) {
      await waitFor(() => expect(asked).toHaveLength(press + 1))
      fireEvent.click(await shown.findByRole('button', { name: 'Show more' }))
    }
    expect(await shown.findByText(/^Only the beginning is shown/)).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(asked.at(-1)).toBe(`bytes=${TEXT_SHOWN_MAX - TEXT_PART_BYTES}-${TEXT_SHOWN_MAX - 1}`)
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

import { expect, test } from 'vitest'
import { assetID, assetMarkup, readAssetID } from './chat-assets.ts'
import {
  cleanFileName,
  contentTypeOf,
  extensionOf,
  fileKind,
  fileMessageParts,
  fileMessageText,
} from './chat-files.ts'
import { DEFAULT_QUIET_HOURS, isQuiet } from './chat-quiet.ts'

test.each([
  ['IMAGE', 'png jpg jpeg gif webp bmp avif svg PNG'],
  ['AUDIO', 'mp3 wav ogg oga opus m4a aac flac weba'],
  ['VIDEO', 'mp4 webm mov m4v ogv'],
  ['PDF', 'pdf'],
  ['DOCUMENT', 'doc docx odt rtf txt md log'],
  ['SPREADSHEET', 'xls xlsx ods csv tsv'],
  ['Other', 'exe html zip'],
])('C119 %s is the kind of %s', (kind, extensions) => {
  const kinds = extensions.split(' ').map((extension) => [extension, fileKind(`a.b.${extension}`)])
  expect(kinds).toEqual(extensions.split(' ').map((extension) => [extension, kind]))
})

test('C119 what has no extension is Other', () => {
  expect(['a', '.png.zip', 'png'].map(fileKind)).toEqual(['Other', 'Other', 'Other'])
  expect(['a', '.png.zip', 'png', 'A.PNG'].map(extensionOf)).toEqual(['', 'zip', '', 'png'])
})

test('what could run in a page is bytes', () => {
  expect(['a.html', 'a.svg', 'a.js', 'a'].map(contentTypeOf)).toEqual(
    Array(4).fill('application/octet-stream'),
  )
})

test('a file name is its last part on one line', () => {
  expect(cleanFileName('C:\\a\\b:c\n.txt')).toBe('b_c_.txt')
  expect(cleanFileName('../../etc/passwd')).toBe('passwd')
  expect(cleanFileName('invoice\u202Etxt.exe')).toBe('invoice_txt.exe')
  expect(cleanFileName('Anna’s "best" calls.csv')).toBe('Anna’s "best" calls.csv')
  expect(cleanFileName('')).toBe('file')
  expect([...cleanFileName(`${'x'.repeat(300)}.pdf`)]).toHaveLength(180)
})

test('a message with a file has its name, and below it what was written', () => {
  expect(fileMessageParts(fileMessageText('a.png', ' two\nlines '))).toEqual({
    fileName: 'a.png',
    caption: 'two\nlines',
  })
  expect(fileMessageParts(fileMessageText('a.png', ' '))).toEqual({ fileName: 'a.png', caption: '' })
})

test('an asset is tagged by its type and number', () => {
  expect(assetMarkup('Quota [3]', assetID('TASK', 41))).toBe(
    '#START_ASSET_TAG[Quota  3][TASK:41]END_ASSET_TAG#',
  )
  expect(readAssetID('TASK:41')).toEqual({ type: 'TASK', id: 41 })
  for (const text of ['TASK', 'TASK:0', 'CAT:1', 'TASK:1e9']) expect(readAssetID(text)).toBeNull()
})

test.each([
  ['before they begin', 1, 17, false],
  ['as they begin', 1, 18, true],
  ['after midnight of the day they began on', 2, 7, true],
  ['as they end', 2, 8, false],
  ['after midnight of a day they did not begin on', 1, 7, false],
])('quiet hours from 18:00 to 08:00 on Mondays: %s', (_, day, hour, quiet) => {
  const hours = { isEnabled: true, from: '18:00', to: '08:00', days: [1] }
  expect(isQuiet(hours, new Date(2026, 10, 22 + day, hour))).toBe(quiet)
  expect(isQuiet({ ...hours, isEnabled: false }, new Date(2026, 10, 22 + day, hour))).toBe(false)
})

test('quiet hours are off until somebody wants them', () => {
  expect(isQuiet(DEFAULT_QUIET_HOURS, new Date(2026, 10, 22, 23))).toBe(false)
})

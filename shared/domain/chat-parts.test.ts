import { expect, test } from 'vitest'
import { assetMarkup, assetParts } from './chat-assets.ts'
import { gifPath, messageParts, plainText } from './chat-parts.ts'

test('C009 C116 W089 tasks, job orders, tickets, topics and meetings are tagged by their markup', () => {
  for (const type of ['TASK', 'JOB_ORDER', 'TICKET', 'TOPIC', 'MEETING', 'POLL', 'DOCUMENT']) {
    expect(messageParts(`See ${assetMarkup('Wave 3', `${type}:12`)} now`)).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'asset', display: 'Wave 3', type, id: 12 },
      { kind: 'text', text: ' now' },
    ])
  }
})

test('C009 the markup has the display and the id, and is found wherever it stands', () => {
  const [first, second] = [assetMarkup(' Wave [3]', 'TASK:12'), assetMarkup('Echo', 'TICKET:7')]
  expect(first).toBe('#START_ASSET_TAG[Wave  3][TASK:12]END_ASSET_TAG#')
  const tags = [
    { kind: 'asset', display: 'Wave  3', id: 'TASK:12' },
    { kind: 'asset', display: 'Echo', id: 'TICKET:7' },
  ]
  expect(assetParts(`${first}${second}`)).toEqual(tags)
  expect(assetParts(`See ${first} and ${second} now`)).toEqual([
    { kind: 'text', text: 'See ' },
    tags[0],
    { kind: 'text', text: ' and ' },
    tags[1],
    { kind: 'text', text: ' now' },
  ])
  expect(assetParts('START_ASSET_TAG')).toEqual([{ kind: 'text', text: 'START_ASSET_TAG' }])
})

test('W089 what has no kind of the tags, or no id, is no tag', () => {
  for (const id of ['EVIL:1', ':1', 'TASK', 'TASK:', 'TASK:0', 'TASK:x'])
    expect(messageParts(`#START_ASSET_TAG[Wave 3][${id}]END_ASSET_TAG#`)).toEqual([
      { kind: 'text', text: 'Wave 3' },
    ])
})

test('C009 a tag of what is no asset is its display, and joins the text around it', () => {
  expect(messageParts('a #START_ASSET_TAG[x][EVIL:1]END_ASSET_TAG# b')).toEqual([
    { kind: 'text', text: 'a x b' },
  ])
  expect(messageParts('#START_ASSET_TAG[][TASK:3]END_ASSET_TAG#')).toEqual([
    { kind: 'asset', display: 'TASK:3', type: 'TASK', id: 3 },
  ])
})

test('of markup inside markup the innermost counts, and the rest is text', () => {
  expect(messageParts('@[#START_ASSET_TAG[x](5)')).toEqual([
    { kind: 'text', text: '@[#START_ASSET_TAG[x](5)' },
  ])
  expect(messageParts('#START_ASSET_TAG[@[Ann](1)][TASK:1]END_ASSET_TAG#')).toEqual([
    { kind: 'text', text: '#START_ASSET_TAG[' },
    { kind: 'mention', name: 'Ann', id: 1 },
    { kind: 'text', text: '][TASK:1]END_ASSET_TAG#' },
  ])
})

test('a message is a GIF where it is nothing but the path of one of the server’s', () => {
  expect(gifPath(' /api/public/gifs/heart.gif ')).toBe('/api/public/gifs/heart.gif')
  for (const text of [
    'see /api/public/gifs/heart.gif',
    '/api/public/gifs/../x.gif',
    '/api/public/gifs/a.gif?x=1',
    'https://evil.example/a.gif',
  ])
    expect(gifPath(text)).toBeNull()
})

test('what is copied reads without markup', () => {
  expect(plainText(`@[Ann Bell](1) see ${assetMarkup('Wave 3', 'TASK:1')}`)).toBe('@Ann Bell see #Wave 3')
})

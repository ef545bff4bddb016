import { expect, test } from 'vitest'
import { entryOf, popOutSize } from './pop-outs.ts'

test('S029 S030 S031 S032 S033 S035 the end of the address selects what the page is for', () => {
  expect(entryOf('/moderator-meeting-room')).toBe('moderator-meeting-room')
  expect(entryOf('/my-team-chat')).toBe('my-team-chat')
  expect(entryOf('/scratch-pad/')).toBe('scratch-pad')
  expect(entryOf('/somewhere/my-documents')).toBe('my-documents')
  expect(entryOf('/view-document-external')).toBe('view-document-external')
  for (const path of ['/', '/dashboard', '/my-documents/more', '/not-my-documents', '/connect-plus/chat'])
    expect(entryOf(path)).toBe('main')
})

test('S329 the chat’s window is at most 1200 by 768', () => {
  expect(popOutSize('my-team-chat', { width: 2560, height: 1440 })).toEqual({ width: 1200, height: 768 })
  expect(popOutSize('my-team-chat', { width: 1024, height: 700 })).toEqual({ width: 1024, height: 700 })
})

test('S329 a tool opens in the size that it is made for, a meeting in all the room there is', () => {
  const room = { width: 1366, height: 728 }
  expect(popOutSize('scratch-pad', room)).toEqual({ width: 640, height: 728 })
  expect(popOutSize('moderator-meeting-room', room)).toEqual(room)
})

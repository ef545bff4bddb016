import { expect, test } from 'vitest'
import { permalink, readPermalink, readPlace } from './chat-permalink.ts'

const ORIGIN = 'https://fieldwork.example'
const place = { source: 'MANUAL', sourceID: 9, messageID: 1204 } as const

test('a link to a message is the chat’s page with the message in its query, and reads back', () => {
  const link = permalink(ORIGIN, place)
  expect(link).toBe('https://fieldwork.example/connect-plus/chat?message=MANUAL:9:1204')
  expect(readPermalink(ORIGIN, link)).toEqual(place)
  expect(readPermalink(ORIGIN, link.replaceAll('MANUAL:9:', 'MANUAL%3A9%3A'))).toEqual(place)
})

test.each([
  'https://elsewhere.example/connect-plus/chat?message=MANUAL:9:1204',
  'https://fieldwork.example.evil/connect-plus/chat?message=MANUAL:9:1204',
  'https://fieldwork.example/connect-plus/chat',
  'https://fieldwork.example/connect-plus/chat?message=MANUAL:9',
  'https://fieldwork.example/connect-plus/chat?message=NOBODY:9:1',
  'https://fieldwork.example/dashboard?message=MANUAL:9:1204',
  'javascript:alert(1)',
])('%s is no link to a message', (link) => {
  expect(readPermalink(ORIGIN, link)).toBeNull()
})

test('a place has a known source and two ids', () => {
  expect(readPlace('TASK_CHAT:7:8')).toEqual({ source: 'TASK_CHAT', sourceID: 7, messageID: 8 })
  for (const bad of ['', 'TASK_CHAT:0:8', 'TASK_CHAT:7:-1', 'TASK_CHAT:7:8:9', '__proto__:1:1'])
    expect(readPlace(bad)).toBeNull()
})

import { expect, test } from 'vitest'
import { appLink, parseAppLink } from './app-link.ts'

test('S014 what the launch page opens is read as it was meant', () => {
  for (const parts of [
    [null, null],
    ['ticket', '12 34'],
    ['chat', null],
    ['Größe', 'A:1_b-2.c'],
  ] as const) {
    expect(parseAppLink(appLink(parts[0], parts[1]))).toEqual({ source: parts[0], sourceid: parts[1] })
  }
  expect(parseAppLink('fieldwork-app://launch/?source=ticket')).toEqual({ source: 'ticket', sourceid: null })
})

test.each([
  'https://launch?source=ticket',
  'fieldwork-app:launch',
  'fieldwork-app://open?source=ticket',
  'fieldwork-app://launch/deeper',
  'fieldwork-app://launch:80?source=ticket',
  'fieldwork-app://user@launch',
  'fieldwork-app://launch?source=ticket#end',
  'fieldwork-app://launch?source=ticket&source=chat',
  'fieldwork-app://launch?source=ticket&run=calc.exe',
  'fieldwork-app://launch?source=',
  'fieldwork-app://launch?source=a=b',
  'fieldwork-app://launch?source=%E0%A4%A',
  'fieldwork-app://launch?source=a&',
  'fieldwork-app://launch?source=../../x',
  'fieldwork-app://launch?source=a%0Ab',
  'fieldwork-app://launch?source=%3Cscript%3E',
  'fieldwork-app://launch?source=--server=https://evil.example',
  `fieldwork-app://launch?source=${'a'.repeat(101)}`,
  `fieldwork-app://launch?source=${'a'.repeat(5000)}`,
  ' fieldwork-app://launch',
  '',
])('%j is refused', (text) => expect(parseAppLink(text)).toBeNull())

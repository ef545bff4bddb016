import { expect, test } from 'vitest'
import { appLink } from './app-link.ts'
import { calendarFile } from './calendar-file.ts'
import { documentProblem, documentTypeOf } from './expense-document.ts'
import { allows, ruleInWords } from './permission-rule.ts'
import { PERMISSIONS, permissionsOf } from './permissions.ts'
import { privacyPath, privacySlug } from './privacy.ts'
import { widgetMessage } from './widget.ts'

test('S014 the link of the app carries what it was given, escaped, and no more', () => {
  expect(appLink('a&b', 'x y')).toBe('fieldwork-app://launch?source=a%26b&sourceid=x%20y')
  expect(appLink(null, '')).toBe('fieldwork-app://launch')
  expect(appLink('x'.repeat(1000), '\ud800')).toBe(
    `fieldwork-app://launch?source=${'x'.repeat(100)}&sourceid=%EF%BF%BD`,
  )
})

test('S024 a document’s name is lower-cased in its address, with dashes for spaces', () => {
  expect(privacySlug('Privacy Notice')).toBe('privacy-notice')
  expect(privacySlug('  Our  Data Promise ')).toBe('our-data-promise')
  expect(privacyPath('pn')).toBe('/public/shared/client/pn/privacy-notice')
})

test('S045 a pair without a key is handed over as demo', () => {
  const data = [{ value: '1' }, { key: null, value: '2' }, { key: 'k', value: '3' }]
  expect(widgetMessage(data).data.map(({ key }) => key)).toEqual(['demo', 'demo', 'k'])
})

test('a calendar entry escapes its text and folds long lines', () => {
  const entry = {
    meetingID: 7,
    subject: 'Results; next, steps',
    agenda: 'One\nTwo',
    host: 'Emily',
    startsAt: '2026-11-23T09:30:00.000Z',
    minutes: 30,
  }
  const file = calendarFile(entry, Date.UTC(2026, 10, 21))
  expect(file).toContain('SUMMARY:Results\\; next\\, steps\r\n')
  expect(file).toContain('DESCRIPTION:Emily\\nOne\\nTwo\r\n')
  expect(file).toContain('DTEND:20261123T100000Z\r\n')
  for (const agenda of ['a', 'ü', '質', '😀'].map((character) => character.repeat(300))) {
    const long = calendarFile({ ...entry, agenda }, 0)
    for (const line of long.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(long.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:Emily\\n${agenda}\r\n`)
  }
})

test('a document is what its bytes say', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(documentTypeOf(bytes('%PDF-1.4'))).toBe('application/pdf')
  expect(documentTypeOf(Uint8Array.of(0xff, 0xd8, 0xff))).toBe('image/jpeg')
  expect(documentTypeOf(bytes('<html>'))).toBeNull()
  expect(documentProblem({ type: 'application/pdf', size: 8 * 1024 * 1024 + 1 })).toMatch(/8 MB/)
})

test('S229 a rule wants one permission, any of several, or all of them', () => {
  const may = permissionsOf([PERMISSIONS.CAN_USE_VAULT])
  expect(allows(may, 'CAN_USE_VAULT')).toBe(true)
  expect(allows(may, { anyOf: ['CAN_USE_TODO', 'CAN_USE_VAULT'] })).toBe(true)
  expect(allows(may, { allOf: ['CAN_USE_TODO', 'CAN_USE_VAULT'] })).toBe(false)
  expect(allows(may, { anyOf: [] })).toBe(false)
  expect(ruleInWords({ anyOf: ['CAN_USE_TODO', 'CAN_USE_VAULT'] })).toBe('CAN_USE_TODO or CAN_USE_VAULT')
})

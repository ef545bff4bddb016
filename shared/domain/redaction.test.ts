import { expect, test } from 'vitest'
import { withoutPersonalText, withoutSecrets } from './redaction.ts'

const TOKEN = 'eyJhbGciOiJ.eyJ1c2VySWQi.c2lnbmF0dXJl'

test.each([
  [`with Bearer ${TOKEN} inside`, 'with [token] inside'],
  ['Authorization: Bearer abcdef0123456789', 'Authorization: [secret] [secret]'],
  ['password=hunter2 was refused', 'password=[secret] was refused'],
  ['{"newPassword": "hunter two", "ok": 1}', '{"newPassword": [secret], "ok": 1}'],
  ['the pin is 4711', 'the pin is [secret]'],
  ['apiKey: k-1, api_key=k-2', 'apiKey: [secret], api_key=[secret]'],
  ['GET https://ann:pw@host.example/a', 'GET https://[secret]@host.example/a'],
  ['GET /api/search?q=salary&token=x failed', 'GET /api/search failed'],
  ['at https://host/assets/index.js?v=7:12:5', 'at https://host/assets/index.js:12:5'],
  ['/chat#message=4', '/chat'],
  ['/public/survey/Zk3nUq8yT1rLw0aBvX2m opened', '/public/survey/[id] opened'],
  ['key aZ09aZ09aZ09aZ09aZ09aZ09aZ09aZ09', 'key [secret]'],
])('A115 of %j stays %j', (text, left) => {
  expect(withoutSecrets(text)).toBe(left)
})

test('what is no secret stays, also a long name of a file', () => {
  const plain = 'TypeError: x is not a function at /assets/ConversationPaneWithAll-Bx12_3.js:1:22, is it?'
  expect(withoutSecrets(plain)).toBe(plain)
})

test.each([
  [
    'Unexpected token \'H\', "Hello Amel"... is not valid JSON',
    'Unexpected token [text], [text]... is not valid JSON',
  ],
  ['"He said "come to Leeds" to me" is no date', '[text] is no date'],
  ["no room called 'It isn't here' can be found", 'no room called [text] can be found'],
  ['cut short: "my salary is', 'cut short: [text]'],
  ['to ann.ward@northgate.example', 'to [mail]'],
  ['dial +44 (20) 7946 0958 again', 'dial [number] again'],
  ['no thread with Amelia Ward-Jones', 'no thread with [name]'],
  ['kept for amelia.ward, AMELIA.WARD', 'kept for [name], [name]'],
])('A115 what people wrote and are called goes: %j', (text, left) => {
  expect(withoutPersonalText(text, ['amelia.ward', ''])).toBe(left)
})

test.each([
  "Cannot read properties of undefined (reading 'threadID')",
  "Failed to execute 'setItem' on 'Storage': full",
  "It isn't there and can't be had",
])('what says what is wrong stays: %j', (text) => {
  expect(withoutPersonalText(text, ['(', 'x'])).toBe(text)
})

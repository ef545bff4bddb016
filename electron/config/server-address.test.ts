import { expect, test } from 'vitest'
import { findServerAddress, parseServerAddress } from './server-address.ts'

test.each([
  ['https://fieldwork.example', 'https://fieldwork.example', false],
  ['https://fieldwork.example:8443/', 'https://fieldwork.example:8443', false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['http://127.3.2.1', 'http://127.3.2.1', true],
  ['http://localhost:1', 'http://localhost:1', true],
  ['http://[::1]:8080', 'http://[::1]:8080', true],
  ['http://2130706433/', 'http://127.0.0.1', true],
])('%s is accepted', (text, origin, loopback) => {
  expect(parseServerAddress(text)).toEqual({ ok: true, origin, loopback })
})

test.each([
  'http://fieldwork.example',
  'http://10.0.0.1',
  'http://127.0.0.1.example',
  'http://localhost.example',
  'http://0.0.0.0',
  'ws://127.0.0.1',
  'file:///etc',
  'javascript:alert(1)',
  'https://name:secret@fieldwork.example',
  'https://fieldwork.example/path',
  'https://fieldwork.example/?q',
  'https://fieldwork.example/#x',
  'fieldwork.example',
  '',
])("'%s' is refused", (text) => {
  expect(parseServerAddress(text)).toEqual({ ok: false, message: expect.stringMatching(/\.$/) })
})

test('a password in an address is not repeated in the message', () => {
  expect(JSON.stringify(parseServerAddress('https://name:secret@fieldwork.example'))).not.toContain('secret')
})

const all = {
  args: ['electron', '.', '--server=https://argument.example'],
  env: { FIELDWORK_SERVER: 'https://environment.example' },
  configFile: '{"server":"https://file.example"}',
}

test.each([
  ['the argument', all, 'https://argument.example'],
  ['the environment', { ...all, args: [] }, 'https://environment.example'],
  ['the file', { ...all, args: [], env: {} }, 'https://file.example'],
])('%s counts', (_what, sources, origin) => {
  expect(findServerAddress(sources)).toMatchObject({ ok: true, origin })
})

test.each([
  ['an argument that is no good', { ...all, args: ['--server='] }],
  ['an environment that is no good', { ...all, args: [], env: { FIELDWORK_SERVER: 'x' } }],
  ['a file that is no JSON', { args: [], env: {}, configFile: '{' }],
  ['a file without a server', { args: [], env: {}, configFile: 'null' }],
  ['a file with another kind', { args: [], env: {}, configFile: '{"server":1}' }],
  ['nothing at all', { args: [], env: {}, configFile: null }],
])('%s is an error, and nothing else is tried', (_what, sources) => {
  expect(findServerAddress(sources)).toMatchObject({ ok: false })
})
